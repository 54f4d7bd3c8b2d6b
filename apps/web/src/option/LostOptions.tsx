import { optionOrderBody, optionOrderPlace } from '@truemark/protocol/routes/option'
import { takeOption } from '../data/account.ts'
import { call } from '../data/api.ts'
import { LostSends } from '../parts/LostSends.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { Direction } from './Direction.tsx'
import { pairOf, useDuration } from './wording.ts'

/** Options whose answers were lost. */
export function LostOptions() {
  const figure = useFigure()
  const duration = useDuration()
  return (
    <LostSends
      route={optionOrderPlace}
      read={(kept) => {
        const { data: body } = optionOrderBody.safeParse(kept)
        return body === undefined
          ? null
          : {
              what: (
                <>
                  <Direction type={body.type} /> {figure(body.amount)} USDT · {pairOf(body.symbol)} ·{' '}
                  {duration(body.trade_mode)}
                </>
              ),
              again: async () => takeOption(await call(optionOrderPlace, { body })),
            }
      }}
    />
  )
}
