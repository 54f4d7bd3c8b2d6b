import { formatDecimal } from '@truemark/core/money/decimal'
import type { Account } from '@truemark/core/ledger/move'
import { dayMs } from '@truemark/core/money/units'
import { byteOrderMark, csvRow, isoTime } from '../platform/csv.ts'
import type { StatementAccount } from './statement.store.ts'
import { type LedgerRow } from './tables.ts'

export const csvColumns = [
  'row',
  'time_utc',
  'account',
  'currency',
  'category',
  'amount',
  'balance',
  'from',
  'to',
  'reference',
  'income_day',
] as const

/** How a line is written: the currencies' codes and decimals, and the ids that people see. */
export interface LineWriting {
  readonly currency: (id: number) => { readonly code: string; readonly scale: number }
  readonly reference: (line: LedgerRow) => string
}

/** The day of UTC that mining income is for, as 2026-11-28; '' for any other line. */
export function dayText({ incomeDay }: Pick<LedgerRow, 'incomeDay'>): string {
  return incomeDay === 0 ? '' : isoTime(incomeDay * dayMs).slice(0, 10)
}

/** A ledger that a statement contradicts: nothing is worse than a statement that is wrong. */
export class StatementFault extends Error {}

/** Follows the balances of a statement line by line, and throws where the ledger's own disagree. */
export class Running {
  readonly #stands = new Map<string, bigint>()

  constructor(found: readonly StatementAccount[]) {
    for (const { account, currency, opening } of found) this.#stands.set(`${account} ${currency}`, opening)
  }

  take({ account, currency, amount, balanceAfter }: LedgerRow): void {
    const key = `${account} ${currency}`
    const stands = (this.#stands.get(key) ?? 0n) + amount
    if (stands !== balanceAfter) throw new StatementFault(`${key} comes to ${stands}, the ledger says ${balanceAfter}`)
    this.#stands.set(key, stands)
  }

  /** Throws where an account does not end where its opening, receipts and payments say. */
  close(found: readonly StatementAccount[]): void {
    for (const { account, currency, opening, received, paid } of found) {
      const stands = this.#stands.get(`${account} ${currency}`)
      if (stands !== opening + received + paid) throw new StatementFault(`${account} ${currency} does not close`)
    }
  }
}

/** The rows of a statement as CSV: what each account opened with, its lines, and what it closed with. */
export async function* csvOf(
  { from, to }: { readonly from: number; readonly to: number },
  found: readonly StatementAccount[],
  lines: AsyncIterable<LedgerRow>,
  { currency, reference }: LineWriting,
): AsyncGenerator<string> {
  const text = (id: number, units: bigint): string => formatDecimal(units, currency(id).scale)
  const balanceRow = (row: 'opening' | 'closing', account: Account, id: number, time: number, units: bigint): string =>
    csvRow([row, isoTime(time), account, currency(id).code, '', '', text(id, units), '', '', '', ''])
  yield byteOrderMark + csvRow(csvColumns)
  for (const one of found) yield balanceRow('opening', one.account, one.currency, from, one.opening)
  const running = new Running(found)
  for await (const line of lines) {
    running.take(line)
    const { account, category, amount, other } = line
    const ends = amount > 0n ? [other, account] : [account, other]
    const code = currency(line.currency).code
    const figures = [text(line.currency, amount), text(line.currency, line.balanceAfter)]
    const about = [reference(line), dayText(line)]
    yield csvRow(['line', isoTime(line.time), account, code, category, ...figures, ...ends, ...about])
  }
  running.close(found)
  for (const { account, currency: id, opening, received, paid } of found) {
    yield balanceRow('closing', account, id, to, opening + received + paid)
  }
}

const pieceLength = 32 * 1024

/** Joins texts into pieces worth sending: a line by itself costs more than it holds. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
