import { spotOrderBody, spotOrderPlace } from '@truemark/protocol/routes/spot'
import { useTranslations } from 'use-intl'
import { takeOrder } from '../data/account.ts'
import { call } from '../data/api.ts'
import { LostSends } from '../parts/LostSends.tsx'
import { useFigure } from '../parts/useFigure.ts'

/** Spot orders whose answers were lost. */
export function LostOrders() {
  const t = useTranslations('spot')
  const figure = useFigure()
  return (
    <LostSends
      route={spotOrderPlace}
      read={(kept) => {
        const { data: body } = spotOrderBody.safeParse(kept)
        return body === undefined
          ? null
          : {
              what: `${t(body.side)} ${figure(body.quantity ?? body.amount ?? '')} · ${body.symbol}`,
              again: async () => takeOrder(await call(spotOrderPlace, { body })),
            }
      }}
    />
  )
}
