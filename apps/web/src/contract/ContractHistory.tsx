import { contractOrders } from '@truemark/protocol/routes/contract'
import { call } from '../data/api.ts'
import { LotPast, useListedTicket, type LotFilter } from '../derivative/door.ts'

/** Contract orders and tickets that are done with. */
export function ContractHistory(filter: LotFilter) {
  return (
    <LotPast
      {...filter}
      product="contract"
      list="history"
      read={(query) => call(contractOrders, { query })}
      listed={useListedTicket()}
    />
  )
}
