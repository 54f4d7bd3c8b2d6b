import type { ContractOrder } from '@truemark/protocol/routes/contract'
import type { PerpetualOrder } from '@truemark/protocol/routes/perpetual'
import { useState } from 'react'
import type { MovedLine } from '../trade/door.ts'
import type { LotProduct } from './lotContext.ts'
import { LotAmendSheet } from './LotResting.tsx'
import { useLotLines } from './useLotLines.ts'
import { useRestingOrders } from './useLots.ts'

type Moved = MovedLine & { readonly order: ContractOrder | PerpetualOrder }

/** The lines of a market's chart with the resting order that was moved, and the sheet that asks for its change. */
export function useMovedLot(symbol: string, product: LotProduct) {
  const lines = useLotLines(symbol, product)
  const orders = useRestingOrders(product)
  const [moved, setMoved] = useState<Moved | null>(null)
  const onMove = ({ id, price }: MovedLine) => {
    const order = orders?.find((each) => each.order_id === id)
    if (order && moved === null) setMoved({ id, price, order })
  }
  const close = () => setMoved(null)
  const order = orders?.find((each) => each.order_id === moved?.id) ?? moved?.order
  const sheet = moved && order && <LotAmendSheet key={moved.id} order={order} to={moved.price} onClose={close} />
  return { frame: { lines, moved, onMove }, sheet }
}
