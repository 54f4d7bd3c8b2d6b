import { createState } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import { describe, expect, it } from 'vitest'
import { LedgerLines } from './ledgerLines.ts'
import { Table } from './tables.ts'

const own = { holder: 40, account: 0, currency: 0 } as const
const market = 3
const held = 6

interface Line {
  readonly seq: number
  readonly amount: bigint
  readonly after: bigint
  readonly other: number
}

/** What is wrong with lines of one account after the facts of some rows. */
function wrongOf(lines: readonly Line[], facts: readonly [seq: number, event: Event][] = []): string[] {
  const tables = new Map(['ledger_entry', 'balance'].map((name) => [name, new Table(name, new Map(), [])]))
  for (const [place, { after, ...line }] of lines.entries())
    tables.get('ledger_entry')?.set(`${place} `, { ...own, ...line, place, balance_after: after })
  const ledger = new LedgerLines()
  for (const [seq, event] of facts) ledger.take(seq, event)
  const table = (name: string): Table => tables.get(name) ?? new Table(name, new Map(), [])
  return [...ledger.wrong(table, createState())]
}

const paid = { seq: 1, amount: 10n, after: 10n, other: market }

describe('the lines of an account', () => {
  it('say what stands after each, and of a hold what is left', () => {
    const freed = { seq: 3, amount: 4n, after: 10n, other: held }
    expect(wrongOf([paid, { seq: 2, amount: -4n, after: 6n, other: held }, freed])).toEqual([])
  })

  it.each([
    ['another sum after a payment', [{ ...paid, after: 11n }]],
    ['another sum after a hold', [paid, { seq: 2, amount: -4n, after: 10n, other: held }]],
    ['more held than there is', [paid, { seq: 2, amount: -11n, after: -1n, other: held }]],
    ['more free than there is', [paid, { seq: 2, amount: 1n, after: 11n, other: held }]],
  ])('are found where they say %s', (_, lines) => {
    expect(wrongOf(lines)).toHaveLength(1)
  })

  it('may say less than nothing is left within a row, and not after it', () => {
    const within = [paid, { seq: 2, amount: -12n, after: -2n, other: held }]
    expect(wrongOf([...within, { seq: 2, amount: 3n, after: 13n, other: market }])).toEqual([])
    expect(wrongOf([...within, { seq: 3, amount: 3n, after: 13n, other: market }])).toHaveLength(1)
  })

  it('reckon with what an order holds without a line', () => {
    const closed = { type: 'spotOrderClosed', holder: 40, side: 'buy', base: 1, quote: 0, released: -9 }
    const facts: [number, Event][] = [[2, closed as unknown as Event]]
    expect(wrongOf([paid, { seq: 3, amount: -1n, after: 0n, other: held }], facts)).toEqual([])
    expect(wrongOf([paid, { seq: 3, amount: -2n, after: -1n, other: held }], facts)).toHaveLength(1)
  })
})
