import { Readable } from 'node:stream'
import { formatDecimal } from '@truemark/core/money/decimal'
import { holdingRoutes } from '@truemark/protocol/routes/holdings'
import type { LocaleId } from '@truemark/protocol/locale'
import { projectedSeq } from '../engine/door.ts'
import { isoTime } from '../platform/csv.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { Media } from '../platform/http/media.ts'
import type { Caller } from '../platform/http/session.ts'
import type { AccountPorts } from './ports.ts'
import { referenceText } from './recordShape.ts'
import {
  type StatementAccount,
  type StatementSpan,
  findStatementAccounts,
  findStatementMonths,
  partOfSpan,
  readStatement,
} from './statement.store.ts'
import { type LineWriting, Running, csvOf, dayText, inPieces } from './statementLines.ts'
import { monthsBetween, spanOfMonth } from './statementMonth.ts'
import type { SheetLine, StatementHead } from './statementSheet.ts'
import { statementWords } from './statementWords.ts'
import { type LedgerRow } from './tables.ts'
import { findOpenedAt } from './worthSweep.store.ts'

/** The most lines each kind of file holds; a longer month is split into parts of this size. */
export const csvLinesMax = 500_000
export const pdfLinesMax = 20_000
/** How many months back a statement can be asked for. */
const monthsMax = 120
const runningMax = 8

/** Which statement is wanted: a month's, or a part of it (from 1; null for all of it). */
interface Wanted {
  readonly month: string
  readonly part: number | null
}

/** A statement that can be written: its span, its accounts, and the lines to come. */
interface Found {
  /** The month, and which part of how many where there are several: "2026-11 (2/5)". */
  readonly period: string
  readonly fileName: string
  readonly span: StatementSpan
  readonly accounts: readonly StatementAccount[]
  readonly ended: boolean
}

async function find(
  ports: AccountPorts,
  caller: Caller,
  { month, part }: Wanted,
  linesMax: number,
): Promise<Outcome<Found>> {
  const { database, reads } = ports
  const now = ports.now()
  const whole = spanOfMonth(month)
  // an account that has never been used is as one that is opened now
  const opened = (await findOpenedAt(database, caller.holder)) ?? now
  if (whole === null) return refused('statement_month_invalid')
  if (whole.from > now || whole.to <= opened) return refused('statement_month_invalid')
  await reads.settled(caller.holder)
  const span = {
    holder: caller.holder,
    from: { time: whole.from, place: 0 },
    to: { time: Math.min(whole.to, now + 1), place: 0 },
    seqMax: await projectedSeq(database, 'ledger'),
  }
  const accounts = await findStatementAccounts(database, span)
  const lines = accounts.reduce((sum, one) => sum + one.lines, 0)
  const ended = whole.to <= now
  const parts = Math.max(1, Math.ceil(lines / linesMax))
  if (part === null && parts > 1) return refused('statement_too_long', { max: String(linesMax) })
  if (part !== null && part > parts) return refused('statement_month_invalid')
  const name = `statement-${month}`
  if (parts === 1 || part === null) return done({ span, accounts, ended, period: month, fileName: name })
  const piece = await partOfSpan(database, span, linesMax, part)
  return done({
    span: piece,
    accounts: await findStatementAccounts(database, piece),
    ended,
    period: `${month} (${part}/${parts})`,
    fileName: `${name}-part-${part}`,
  })
}

function writingOf({ catalogue, ids }: AccountPorts): LineWriting {
  return {
    currency: (id) => catalogue.currency(id),
    reference: (line) => referenceText(ids, line),
  }
}

async function csv(ports: AccountPorts, caller: Caller, wanted: Wanted): Promise<Outcome<Media>> {
  const found = await find(ports, caller, wanted, csvLinesMax)
  if (!found.ok) return found
  const { span, accounts, fileName } = found.data
  const bounds = { from: span.from.time, to: span.to.time }
  const rows = csvOf(bounds, accounts, readStatement(ports.database, span), writingOf(ports))
  return done(new Media('text/csv; charset=utf-8', Readable.from(inPieces(rows)), `${fileName}.csv`))
}

async function* sheetLines(
  accounts: readonly StatementAccount[],
  lines: AsyncIterable<LedgerRow>,
  { currency, reference }: LineWriting,
): AsyncGenerator<SheetLine> {
  const running = new Running(accounts)
  for await (const line of lines) {
    running.take(line)
    const { code, scale } = currency(line.currency)
    const figures = [formatDecimal(line.amount, scale), formatDecimal(line.balanceAfter, scale)] as const
    yield [isoTime(line.time), line.account, line.category, code, ...figures, reference(line), dayText(line)]
  }
  running.close(accounts)
}

async function headOf(
  ports: AccountPorts,
  caller: Caller,
  locale: LocaleId,
  { accounts, ended, period }: Found,
): Promise<StatementHead> {
  const made = isoTime(ports.now())
  const { name, account } = await ports.ownerOf(caller)
  const words = await statementWords(locale, { demo: caller.realm === 'demo', asOf: ended ? null : made })
  const rows = accounts.map(({ account: kind, currency, opening, received, paid }) => {
    const { code, scale } = ports.catalogue.currency(currency)
    const text = (units: bigint): string => formatDecimal(units, scale)
    return [kind, code, text(opening), text(received), text(paid), text(opening + received + paid)] as const
  })
  return { locale, app: ports.appName(), name, accountName: account, period, made, words, rows }
}

async function pdf(ports: AccountPorts, caller: Caller, locale: LocaleId, wanted: Wanted): Promise<Outcome<Media>> {
  const found = await find(ports, caller, wanted, pdfLinesMax)
  if (!found.ok) return found
  const { span, accounts, fileName } = found.data
  const head = await headOf(ports, caller, locale, found.data)
  const lines = sheetLines(accounts, readStatement(ports.database, span), writingOf(ports))
  const printed = ports.printer.print(head, lines)
  if (printed === null) return refused('statement_busy')
  return done(new Media('application/pdf', printed, `${fileName}.pdf`))
}

function wantedBy({ month }: { month: string }, { part }: { part?: string | undefined }): Wanted {
  return { month, part: part === undefined ? null : Number(part) }
}

/** Binds the statements: whoever asks gets their own, and nobody else's. */
export function bindStatements(gateway: Gateway, ports: AccountPorts): void {
  let running = 0
  // a stream that is being read holds its place until it is over
  const counted = async (make: () => Promise<Outcome<Media>>): Promise<Outcome<Media>> => {
    if (running >= runningMax) return refused('statement_busy')
    running += 1
    const outcome = await make().catch((error: unknown) => {
      running -= 1
      throw error
    })
    if (outcome.ok && outcome.data.bytes instanceof Readable) outcome.data.bytes.once('close', () => (running -= 1))
    else running -= 1
    return outcome
  }
  gateway.bind(holdingRoutes.statements, async ({ caller }) => {
    const { database, reads } = ports
    await reads.settled(caller.holder)
    const now = ports.now()
    const opened = (await findOpenedAt(database, caller.holder)) ?? now
    const counts = await findStatementMonths(database, caller.holder)
    const items = monthsBetween(opened, now, monthsMax).map((month) => {
      const span = spanOfMonth(month)
      return { month, lines: counts.get(month) ?? 0, ended: span !== null && span.to <= now }
    })
    return done({ items, csv_lines_max: csvLinesMax, pdf_lines_max: pdfLinesMax })
  })
  gateway.bind(holdingRoutes.statementCsv, ({ caller, params, query }) =>
    counted(() => csv(ports, caller, wantedBy(params, query))),
  )
  gateway.bind(holdingRoutes.statementPdf, ({ caller, params, query, locale }) =>
    counted(() => pdf(ports, caller, locale, wantedBy(params, query))),
  )
}
