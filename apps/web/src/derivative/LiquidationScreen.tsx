import { useQuery } from '@tanstack/react-query'
import { contractOrderOne } from '@truemark/protocol/routes/contract'
import type { Liquidation } from '@truemark/protocol/routes/derivative'
import { perpetualPositionOne } from '@truemark/protocol/routes/perpetual'
import { Page } from '@truemark/ui/primitives/Page'
import { useTranslations } from 'use-intl'
import { useSearch } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { BackHeader } from '../parts/BackHeader.tsx'
import { OneOrder, OrderMissing } from '../parts/OneOrder.tsx'
import { LinkButton } from '../parts/TextLink.tsx'
import { LiquidationStory } from './LiquidationStory.tsx'
import type { LiquidatedGame } from './liquidated.ts'

/** How a ticket or a position was liquidated, tick by tick: `?id=` names it, `?game=` is `contract` or `position`. */
export function LiquidationScreen() {
  const t = useTranslations('trade.story')
  const shell = useTranslations('shell.title')
  const search = useSearch()
  const id = search['id'] ?? ''
  const game: LiquidatedGame = search['game'] === 'position' ? 'position' : 'contract'
  const query = useQuery({
    queryKey: ['liquidation', game, id],
    queryFn: () => liquidationOf(game, id),
    enabled: id !== '',
  })
  return (
    <>
      <BackHeader title={t('title')} />
      <Page>
        {id === '' ? (
          <OrderMissing all="contractOrders" />
        ) : (
          <OneOrder query={query} all="contractOrders">
            {(liquidation) =>
              liquidation === null ? (
                <OrderMissing all="contractOrders" />
              ) : (
                <div className="flex flex-col gap-6">
                  <LiquidationStory liquidation={liquidation} />
                  <LinkButton to="/market/trade/orderDetails" search={{ game, id }}>
                    {shell('orderDetails')}
                  </LinkButton>
                </div>
              )
            }
          </OneOrder>
        )}
      </Page>
    </>
  )
}

async function liquidationOf(game: LiquidatedGame, id: string): Promise<Liquidation | null> {
  const params = { params: { id } }
  const found = game === 'contract' ? await call(contractOrderOne, params) : await call(perpetualPositionOne, params)
  return found.liquidation
}
