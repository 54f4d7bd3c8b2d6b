import { beforeEach, expect, it } from 'vitest'
import { drawings, keepAll, keepDrawing, readDrawings, type Drawing } from './drawings.ts'

const line = (id: string, value = 1): Drawing => ({ id, tool: 'horizontal', points: [{ timestamp: 60_000, value }] })

beforeEach(() => drawings.setState({ bySymbol: {} }))

it('keeps what is drawn by market; a drawing that is moved stays in its place', () => {
  for (const each of [line('a'), line('b'), line('a', 2)]) keepDrawing('BTCUSDT', each)
  keepDrawing('ETHUSDT', line('c'))
  expect(drawings.getState().bySymbol).toEqual({ BTCUSDT: [line('a', 2), line('b')], ETHUSDT: [line('c')] })
  keepAll('BTCUSDT', [])
  expect(Object.keys(drawings.getState().bySymbol)).toEqual(['ETHUSDT'])
})

it('of very many the oldest go', () => {
  for (let n = 0; n < 60; n += 1) keepDrawing('BTCUSDT', line(String(n)))
  expect(
    drawings
      .getState()
      .bySymbol['BTCUSDT']?.map(({ id }) => id)
      .at(0),
  ).toBe('10')
  for (let n = 0; n < 120; n += 1) keepDrawing(`COIN${n}`, line('a'))
  expect(Object.keys(drawings.getState().bySymbol)).toHaveLength(100)
  expect(drawings.getState().bySymbol['COIN119']).toHaveLength(1)
})

it('what was kept is read with care', () => {
  const whole = { bySymbol: { BTCUSDT: [line('a')] } }
  expect(readDrawings(whole)).toEqual(whole)
  const faulty = [
    null,
    { ...line('a'), id: 7 },
    { ...line('a'), tool: 'spiral' },
    { ...line('a'), points: [] },
    { ...line('a'), points: [{ timestamp: 1, value: Number.NaN }] },
    { ...line('a'), tool: 'trend' },
  ]
  expect(readDrawings({ bySymbol: { BTCUSDT: [...faulty, line('b')] } })).toEqual({
    bySymbol: { BTCUSDT: [line('b')] },
  })
  for (const none of [null, 'x', { bySymbol: null }, []]) expect(readDrawings(none)).toEqual({ bySymbol: {} })
})
