import { useMutation } from '@tanstack/react-query'
import { quoteAsk, type Quote } from '@truemark/protocol/routes/account'
import { useState } from 'react'
import { call } from '../data/api.ts'
import { deviceNow, learnServerTime } from '@truemark/ui/device/serverTime'
import type { ExchangeDraft } from './exchangeForm.ts'

/** A quote lives ten seconds, so the clock that counts it down must be right to a fifth of one. */
const clockToleranceMs = 200

async function askQuote({ source, target, amount }: ExchangeDraft): Promise<Quote> {
  const sentAt = deviceNow()
  const quote = await call(quoteAsk, { body: { source, target, amount } })
  learnServerTime(quote.time, sentAt, deviceNow(), clockToleranceMs)
  return quote
}

/** The quote that was asked for last, until the form changes; a failed new one leaves the old in sight. */
export function useQuote() {
  const [quote, setQuote] = useState<Quote | null>(null)
  const { mutate, reset, isPending, isError, error } = useMutation({ mutationFn: askQuote, onSuccess: setQuote })
  return {
    quote,
    isPending,
    isError,
    error,
    ask: mutate,
    reset() {
      setQuote(null)
      reset()
    },
  }
}
