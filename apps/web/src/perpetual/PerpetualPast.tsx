import { perpetualOrders, perpetualPositions } from '@truemark/protocol/routes/perpetual'
import { call } from '../data/api.ts'
import { LotPast, useListedOrder, useListedPosition, type LotFilter } from '../derivative/door.ts'

/** Perpetual orders that are done with. */
export function OrderPast(filter: LotFilter) {
  return (
    <LotPast
      {...filter}
      product="perpetual"
      list="history"
      read={(query) => call(perpetualOrders, { query })}
      listed={useListedOrder()}
    />
  )
}

/** Perpetual positions that have ended. */
export function PositionPast(filter: LotFilter) {
  return (
    <LotPast
      {...filter}
      product="perpetual"
      list="positions"
      read={(query) => call(perpetualPositions, { query })}
      listed={useListedPosition()}
    />
  )
}
