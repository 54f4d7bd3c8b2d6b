import { describe, expect, it } from 'vitest'
import type { NamedPrice, PastPrice } from '../market/door.ts'
import { checkPrices } from './pricesCheck.ts'

const one = 10n ** 12n
const told = (symbol: string, sum = 2n * one): NamedPrice => ({
  source: 'okx',
  symbol,
  quote: 'USDT',
  sum,
  heard: Date.UTC(2026, 0, 1),
})
const past: Readonly<Record<string, PastPrice>> = {
  A: { state: 'agrees', low: one, high: 2n * one },
  B: { state: 'apart', low: 3n * one, high: 4n * one },
  C: { state: 'untold', reason: 'no_trades' },
}

async function checked(...symbols: string[]) {
  const said: string[] = []
  const compare = async ({ symbol }: NamedPrice): Promise<PastPrice> =>
    past[symbol] ?? { state: 'untold', reason: 'young' }
  const code = await checkPrices(
    symbols.map((symbol) => told(symbol)),
    { compare },
    (sentence) => said.push(sentence),
  )
  return { code, said }
}

describe('prices that are compared with their sources’ own history', () => {
  it('are said one by one, and counted', async () => {
    expect(await checked('A', 'B', 'C')).toEqual({
      code: 1,
      said: [
        'Agrees: okx A 1 at 2026-01-01T00:00:00.000Z; traded around then: 1 to 2.',
        'Apart: okx B 1 at 2026-01-01T00:00:00.000Z; traded around then: 3 to 4.',
        'Untold: okx C 1 at 2026-01-01T00:00:00.000Z: no_trades.',
        '3 prices: 1 agree, 1 stand apart, 1 cannot be told.',
      ],
    })
  })

  it('pass where one agrees and none stands apart; where none can be told, nothing is', async () => {
    expect((await checked('A', 'C')).code).toBe(0)
    expect((await checked('C')).code).toBe(2)
    expect((await checked()).code).toBe(2)
  })
})
