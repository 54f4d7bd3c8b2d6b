import { expect, it } from 'vitest'
import type { TriggerEvidence } from '../routes/evidence.ts'
import { triggerChecks } from './triggerChecks.ts'

const stopLoss: TriggerEvidence = {
  kind: 'trigger',
  id: 'x',
  symbol: 'BTCUSDT',
  realm: 'real',
  simulated: false,
  method: 1,
  journal: null,
  product: 'contract',
  position: 'long',
  cause: 'stop_loss',
  target: '99.5',
  mark: '99.50',
  mark_time: 1_000,
  previous_mark: '99.51',
  time: 1_003,
  state: 'closed',
  lots: '1',
  price: '99.4',
  closed: 1_003,
  samples: [],
}

function found(change: Partial<TriggerEvidence> = {}): string {
  return triggerChecks({ ...stopLoss, ...change })
    .map(({ name, holds }) => `${name} ${String(holds)}`)
    .join(', ')
}

it('finds that the mark had to fire, on the side that the rule names', () => {
  expect(found()).toBe('passed true, before true, order true')
  expect(found({ position: 'short', cause: 'take_profit' })).toBe('passed true, before true, order true')
  expect(found({ cause: 'take_profit' })).toBe('passed true, before null, order true')
  expect(found({ cause: 'take_profit', target: '99.505' })).toBe('passed false, before null, order true')
})

it('sees a mark that did not reach the price, and times that go backwards', () => {
  expect(found({ mark: '99.51' })).toBe('passed false, before true, order true')
  expect(found({ target: '99.4' })).toBe('passed false, before true, order true')
  expect(found({ mark_time: 1_004 })).toBe('passed true, before true, order false')
  expect(found({ closed: 1_002 })).toBe('passed true, before true, order false')
  expect(found({ previous_mark: null })).toBe('passed true, before null, order true')
})
