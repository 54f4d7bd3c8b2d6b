import { createHash } from 'node:crypto'
import { liquidationChecks } from '@truemark/protocol/evidence/liquidationChecks'
import type { LiquidationEvidence, LiquidationReckoning } from '@truemark/protocol/routes/evidence'
import { expect, it } from 'vitest'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** A cross account of 100 USDT: long one lot of 0.1 BTC from 10 000 at 9 004, at 10 % of maintenance in one bracket. */
const told: LiquidationReckoning = {
  version: 1,
  nonce: '0'.repeat(64),
  available: '0',
  held: '100',
  held_by_orders: '20',
  equity: '0.4',
  maintenance: '90.04',
  positions: [
    {
      position_id: 'p',
      symbol: 'BTCUSDT',
      mode: 'cross',
      side: 'long',
      lots: '1',
      lots_whole: '1',
      cost: '1000',
      mark: '9004',
      mark_decimals: 2,
      mark_time: 1,
      sources: 4,
      lot_worth: '10',
      brackets_version: 1,
      brackets: [{ floor: '0', maintenance_rate: '0.1', cumulative: '0', multiple_max: 5 }],
      profit: '-99.6',
      maintenance: '90.04',
    },
  ],
}

function found(change: Partial<LiquidationReckoning> = {}, digestOf = change): string {
  const text = JSON.stringify({ ...told, ...change })
  const reckoning_digest = sha256(Buffer.from(JSON.stringify({ ...told, ...digestOf }))).toString('hex')
  const evidence = { kind: 'liquidation', reckoning_digest } as LiquidationEvidence
  return liquidationChecks(evidence, text, sha256)
    .map(({ name, holds }) => `${name} ${String(holds)}`)
    .join(', ')
}

it('reckons a liquidation anew from its facts alone', () => {
  expect(found()).toBe('digest true, positions true, equity true')
})

it('sees another equity, another bracket, another mark, and a text that is another', () => {
  const [position] = told.positions
  const bent = (change: Partial<typeof position>) =>
    found({ positions: [{ ...position, ...change } as typeof position & object] })
  expect(found({ equity: '0.5' })).toBe('digest true, positions true, equity false')
  expect(found({ held: '200', equity: '100.4' })).toBe('digest true, positions true, equity false')
  expect(bent({ mark: '9104' })).toBe('digest true, positions false, equity false')
  const brackets = [{ floor: '0', maintenance_rate: '0.05', cumulative: '0', multiple_max: 5 }]
  expect(bent({ brackets })).toBe('digest true, positions false, equity false')
  expect(bent({ brackets: [] })).toBe('digest true, positions false')
  expect(found({ held: '100' }, { held: '101' })).toBe('digest false, positions true, equity true')
})

it('tells nothing where the reckoning is not there', () => {
  const evidence = { kind: 'liquidation' } as LiquidationEvidence
  expect(liquidationChecks(evidence, null, sha256)).toEqual([{ name: 'equity', holds: null }])
})
