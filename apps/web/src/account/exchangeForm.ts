import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import type { Quote } from '@truemark/protocol/routes/account'
import { currency as currencyCode } from '@truemark/protocol/values'

/** What stands in the form; `amount` is a canonical decimal text or ''. */
export interface ExchangeDraft {
  readonly source: string
  readonly target: string
  readonly amount: string
}

const money = 'USDT'
const coinFirst = 'BTC'

/** The pair that a page's query names, USDT for BTC where it names none. */
export function exchangeInSearch(search: Readonly<Record<string, unknown>>): ExchangeDraft {
  const source = currencyCode.safeParse(search['source'])
  const target = currencyCode.safeParse(search['target'])
  const given = source.success ? source.data : target.success && target.data === money ? coinFirst : money
  const wanted = target.success ? target.data : given === money ? coinFirst : money
  return { source: given, target: wanted === given ? otherThan(given) : wanted, amount: '' }
}

function otherThan(code: string): string {
  return code === money ? coinFirst : money
}

/** The draft with another currency at one end; choosing the one at the other end swaps both. An amount is of its currency. */
export function withCurrency(draft: ExchangeDraft, end: 'source' | 'target', code: string): ExchangeDraft {
  const other = end === 'source' ? 'target' : 'source'
  if (draft[other] === code) return turned(draft)
  return { ...draft, [end]: code, ...(end === 'source' ? { amount: '' } : {}) }
}

/** The pair the other way round. */
export function turned(draft: ExchangeDraft): ExchangeDraft {
  return { source: draft.target, target: draft.source, amount: '' }
}

/** What the server would refuse of the amount; null where it is fine. `available` in smallest units. */
export function exchangeFault(
  amount: string,
  scale: number,
  available: bigint,
): 'amount_invalid' | 'balance_insufficient' | null {
  const units = parseDecimal(amount, scale)
  if (units === null || units === 0n) return 'amount_invalid'
  return units > available ? 'balance_insufficient' : null
}

/** The figures of a quote that its reader wants and the wire leaves to be reckoned. */
export interface QuoteFigures {
  /** What arrives before the fee. */
  readonly gross: string
  /** 1 of the dearer currency in the other: 60 000 USDT for 1 BTC rather than 0.0000166 BTC for 1 USDT. */
  readonly rate: string
  readonly index: string
  readonly of: string
  readonly in: string
}

const amountScale = 18
const inverseScale = 12

/** Reckons what is shown of a quote beside its own fields. */
export function quoteFigures(quote: Quote): QuoteFigures {
  const units = (text: string) => parseDecimal(text, amountScale) ?? 0n
  const gross = formatDecimal(units(quote.target_amount) + units(quote.fee), amountScale)
  const isSmall = units(quote.index_rate) < 10n ** BigInt(amountScale)
  if (!isSmall) {
    return { gross, rate: quote.exchange_rate, index: quote.index_rate, of: quote.source, in: quote.target }
  }
  const inverse = (rate: string) => {
    const of = units(rate)
    return of === 0n ? '0' : formatDecimal(10n ** BigInt(amountScale + inverseScale) / of, inverseScale)
  }
  // from the whole amounts, which bear more figures than the rate
  const given = units(quote.source_amount) * 10n ** BigInt(inverseScale)
  const rate = units(gross) === 0n ? '0' : formatDecimal(given / units(gross), inverseScale)
  return { gross, rate, index: inverse(quote.index_rate), of: quote.target, in: quote.source }
}
