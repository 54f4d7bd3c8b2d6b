import { client } from '@truemark/protocol/client'
import type { ServerMessage } from '@truemark/protocol/stream'
import type { PrivateMessage } from './accountFold.ts'
import { createBatch, type Batch, type Schedule } from './batch.ts'
import { latestOf } from './latest.ts'
import { foldMarket, marketStore } from './marketStore.ts'
import { pricesIn } from './priceFold.ts'
import { takePrices } from './prices.ts'

/** Whether a message of the wire is one of the streams; what answers a client's own message has a word as its type. */
export function isStreamed(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && typeof message.type === 'number'
}

/**
 * Takes what streams in, unread, and puts a batch of it into the stores at once: only what still counts is checked, and
 * each store changes once. `read` gives null for what has not the shape; `takeOwn` gets the holder's own messages, in order.
 */
export function createIntake(
  read: (message: unknown) => ServerMessage | null,
  takeOwn: (messages: readonly PrivateMessage[]) => void,
  schedule: Schedule,
): Batch<unknown> {
  return createBatch<unknown>(client.batchMs, (messages) => deliver(messages, read, takeOwn), schedule)
}

// Folded outside React: one change of each store a batch, whatever it holds.
function deliver(
  messages: readonly unknown[],
  read: (message: unknown) => ServerMessage | null,
  takeOwn: (messages: readonly PrivateMessage[]) => void,
) {
  const own: PrivateMessage[] = []
  const market: ServerMessage[] = []
  for (const message of latestOf(messages)) {
    const data = read(message)
    if (data === null) continue
    if (isOwn(data)) own.push(data)
    else market.push(data)
  }
  if (market.length > 0) {
    marketStore.setState(foldMarket(marketStore.getState(), market), true)
    takePrices(pricesIn(market))
  }
  if (own.length > 0) takeOwn(own)
}

function isOwn(message: ServerMessage): message is PrivateMessage {
  return 'seq' in message
}
