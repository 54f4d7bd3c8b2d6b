import type { HolderId } from '@truemark/core/ledger/holders'
import { malformed } from '@truemark/core/book/checks'
import { parseAmount, parseDecimal } from '@truemark/core/money/decimal'
import { rateScale, usdtScale } from '@truemark/core/money/units'
import type { PlaceOption } from '@truemark/core/option/command'
import { optionOrderBody } from '@truemark/protocol/routes/option'
import * as z from 'zod/mini'

const nothing = { direction: 'up', seconds: 0, stake: 0n, rateShown: null } as const

/**
 * The command of an option as it came. What can't be read travels as `fault`, so that the engine refuses it at its
 * place among its checks; a symbol that is no text is the empty one, which no market has.
 */
export function parseOption(holder: HolderId, body: unknown, fault: string): PlaceOption {
  const head = { type: 'placeOption', holder, symbol: symbolOf(body) } as const
  const parsed = z.safeParse(optionOrderBody, body)
  if (!parsed.success) return { ...head, ...nothing, fault: fault === '' ? 'field_malformed' : fault }
  const { type: direction, trade_mode: seconds, amount, payout_rate: shown } = parsed.data
  const stake = parseAmount(amount, usdtScale)
  const rate = shown === undefined ? null : parseDecimal(shown, rateScale)
  const isRateUnread = shown !== undefined && (rate === null || rate > BigInt(Number.MAX_SAFE_INTEGER))
  const unread = stake === null ? malformed('amount') : isRateUnread ? malformed('payout_rate') : ''
  const rateShown = rate === null || unread !== '' ? null : Number(rate)
  return {
    ...head,
    direction,
    seconds,
    stake: stake ?? 0n,
    rateShown,
    fault: fault === '' ? unread : fault,
  }
}

function symbolOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('symbol' in body)) return ''
  return typeof body.symbol === 'string' && body.symbol.length <= 24 ? body.symbol : ''
}
