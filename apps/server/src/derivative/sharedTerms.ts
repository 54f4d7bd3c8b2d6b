import { type Exchange, house } from '../engine/door.ts'

function askTerms(exchange: Exchange) {
  return exchange.ask(house, { type: 'derivativeTerms' })
}

type TermsReply = Awaited<ReturnType<typeof askTerms>>

/**
 * Asks the engine for the terms of derivatives, once for all who ask meanwhile: guests may ask as often as they like,
 * and must never crowd the engine's queue.
 */
export function sharedTerms(exchange: Exchange): () => Promise<TermsReply> {
  let asked: Promise<TermsReply> | null = null
  return () => {
    asked ??= askTerms(exchange).finally(() => {
      asked = null
    })
    return asked
  }
}
