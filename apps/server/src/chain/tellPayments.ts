import { type ChainPaymentMessage, paymentsMax } from '../platform/chain/message.ts'
import type { Tell } from './serverClient.ts'

/** A payment that the server is to hear of: by what it is known, and what of it is told. */
export interface PaymentNews {
  readonly key: string
  readonly text: string
  readonly message: Omit<ChainPaymentMessage, 'sequence'>
}

/** Tells the server of payments, numbered from after `sequence`, and notes what it was told. */
export async function tellPayments(
  tell: Tell,
  news: readonly PaymentNews[],
  sequence: number,
  told: Map<string, string>,
): Promise<void> {
  for (let from = 0; from < news.length; from += paymentsMax) {
    const part = news.slice(from, from + paymentsMax)
    await tell('/payments', {
      payments: part.map(({ message }, at) => ({ ...message, sequence: sequence + from + at + 1 })),
    })
    for (const { key, text } of part) told.set(key, text)
  }
}
