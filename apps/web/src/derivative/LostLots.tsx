import { contractOrderBody, contractOrderPlace } from '@truemark/protocol/routes/contract'
import { perpetualOrderBody, perpetualOrderPlace } from '@truemark/protocol/routes/perpetual'
import { useTranslations } from 'use-intl'
import { takeDerivative } from '../data/account.ts'
import { call } from '../data/api.ts'
import { LostSends, type Lost } from '../parts/LostSends.tsx'
import { useFigure } from '../parts/useFigure.ts'
import type { LotProduct } from './lotContext.ts'

/** Orders of a product whose answers were lost. */
export function LostLots({ product }: { product: LotProduct }) {
  const t = useTranslations('spot')
  const trade = useTranslations('trade')
  const figure = useFigure()
  const lost = (body: { lots: string; symbol: string; side: 'buy' | 'sell' }, again: Lost['again']): Lost => ({
    what: `${t(body.side)} ${figure(body.lots)} ${trade('lotsUnit')} · ${body.symbol}`,
    again,
  })
  if (product === 'contract') {
    const read = (kept: unknown) => {
      const { data: body } = contractOrderBody.safeParse(kept)
      const again = async () => body && takeDerivative({ ticket: await call(contractOrderPlace, { body }) })
      return body === undefined ? null : lost(body, again)
    }
    return <LostSends route={contractOrderPlace} read={read} />
  }
  const read = (kept: unknown) => {
    const { data: body } = perpetualOrderBody.safeParse(kept)
    const again = async () => body && takeDerivative({ perpetual: await call(perpetualOrderPlace, { body }) })
    return body === undefined ? null : lost(body, again)
  }
  return <LostSends route={perpetualOrderPlace} read={read} />
}
