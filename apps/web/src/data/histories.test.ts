import { historyBatch, historySymbolsMax } from '@truemark/protocol/routes/market'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { partsOf } from './histories.ts'

it('asks for histories in parts, each no more than one call answers', () => {
  const symbols = Array.from({ length: 2 * historySymbolsMax + 1 }, (_, place) => `S${place}USDT`)
  const parts = partsOf(symbols)
  expect(parts.map((part) => part.split(',').length)).toEqual([historySymbolsMax, historySymbolsMax, 1])
  expect(parts.flatMap((part) => part.split(','))).toEqual(symbols)
  for (const symbol of parts) expect(z.safeParse(historyBatch.query, { symbol }).success).toBe(true)
  expect(z.safeParse(historyBatch.query, { symbol: `${parts[0]},ONEMORE` }).success).toBe(false)
  expect(partsOf([])).toEqual([])
})
