import { describe, expect, it } from 'vitest'
import type { StatementAccount } from './statement.store.ts'
import { Running, StatementFault, csvOf, inPieces } from './statementLines.ts'
import { monthOf, monthsBetween, spanOfMonth } from './statementMonth.ts'
import { type LedgerRow } from './tables.ts'

const account: StatementAccount = { account: 'coin', currency: 0, opening: 5n, received: 4n, paid: -2n, lines: 2 }

function line(amount: bigint, balanceAfter: bigint, time = 0): LedgerRow {
  const about = { refKind: 'transfer', ref: 7, other: 'option', category: 'fund_transfer', incomeDay: 0 } as const
  return { holder: 40, seq: 1, time, place: 0, account: 'coin', currency: 0, amount, balanceAfter, ...about }
}

async function* given<T>(...items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

async function gather(texts: AsyncIterable<string>): Promise<string> {
  let all = ''
  for await (const text of texts) all += text
  return all
}

const writing = { currency: () => ({ code: 'USDT', scale: 1 }), reference: () => 'id7' }

describe('the CSV of a statement', () => {
  it('says where each line came from and went, in UTC, between opening and closing', async () => {
    const later = { ...line(-2n, 7n, 1_500), incomeDay: 2 }
    const rows = csvOf({ from: 0, to: 86_400_000 }, [account], given(line(3n, 8n), line(1n, 9n), later), writing)
    expect((await gather(inPieces(rows))).split('\r\n')).toEqual([
      '\uFEFFrow,time_utc,account,currency,category,amount,balance,from,to,reference,income_day',
      'opening,1970-01-01T00:00:00.000Z,coin,USDT,,,0.5,,,,',
      'line,1970-01-01T00:00:00.000Z,coin,USDT,fund_transfer,0.3,0.8,option,coin,id7,',
      'line,1970-01-01T00:00:00.000Z,coin,USDT,fund_transfer,0.1,0.9,option,coin,id7,',
      'line,1970-01-01T00:00:01.500Z,coin,USDT,fund_transfer,-0.2,0.7,coin,option,id7,1970-01-03',
      'closing,1970-01-02T00:00:00.000Z,coin,USDT,,,0.7,,,,',
      '',
    ])
  })

  it('breaks off rather than say what the ledger does not', async () => {
    const wrong = csvOf({ from: 0, to: 1 }, [account], given(line(4n, 8n)), writing)
    await expect(gather(wrong)).rejects.toThrow(StatementFault)
    const short = csvOf({ from: 0, to: 1 }, [account], given(line(4n, 9n)), writing)
    await expect(gather(short)).rejects.toThrow(StatementFault)
    expect(() => new Running([]).close([{ ...account, opening: 0n, received: 0n, paid: 0n }])).toThrow(StatementFault)
  })
})

describe('the balances of a statement', () => {
  const contract = { ...account, account: 'contract', opening: 100n, received: 0n, paid: 0n } as const

  it('are followed account by account and currency by currency, from what each opened with', () => {
    const running = new Running([account, contract, { ...account, currency: 1, opening: 7n }])
    running.take(line(4n, 9n))
    running.take({ ...line(-100n, 0n), account: 'contract' })
    running.take({ ...line(1n, 8n), currency: 1 })
    running.take({ ...line(2n, 2n), account: 'option' })
    running.take(line(-2n, 7n))
    const closed = [
      account,
      { ...contract, paid: -100n },
      { ...account, currency: 1, opening: 7n, received: 1n, paid: 0n },
    ]
    expect(() => running.close(closed)).not.toThrow()
    expect(() => running.close([{ ...account, paid: -1n }])).toThrow('coin 0 does not close')
    expect(() => running.take(line(1n, 7n))).toThrow('coin 0 comes to 8, the ledger says 7')
  })
})

describe('texts that are sent together', () => {
  const lengths = async (...texts: readonly number[]) => {
    const found: number[] = []
    const given = (async function* () {
      for (const length of texts) yield 'x'.repeat(length)
    })()
    for await (const piece of inPieces(given)) found.push(piece.length)
    return found
  }

  it('are pieces of 32 KiB at the least, but for the last one', async () => {
    const least = 32 * 1_024
    expect(await lengths(least - 1, 1, 5, 6)).toEqual([least, 11])
    expect(await lengths(least, 3)).toEqual([least, 3])
    expect(await lengths(least + 9)).toEqual([least + 9])
    expect(await lengths()).toEqual([])
  })
})

describe('months', () => {
  it('are of UTC, and read only as they are written', () => {
    expect(spanOfMonth('2026-12')).toEqual({ from: Date.UTC(2026, 11), to: Date.UTC(2027, 0) })
    expect([spanOfMonth('2026-13'), spanOfMonth('2026-1'), spanOfMonth('x')]).toEqual([null, null, null])
    expect(monthOf(Date.UTC(2026, 0, 31, 23, 59, 59, 999))).toBe('2026-01')
    expect(monthsBetween(Date.UTC(2025, 10, 30), Date.UTC(2026, 1, 1), 10)).toEqual([
      '2026-02',
      '2026-01',
      '2025-12',
      '2025-11',
    ])
    expect(monthsBetween(0, Date.UTC(2026, 1, 1), 2)).toEqual(['2026-02', '2026-01'])
  })
})
