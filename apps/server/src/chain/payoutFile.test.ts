import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { StartRefusal } from '../platform/startRefusal.ts'
import { payoutStore } from './payoutFile.ts'

it('keeps nothing that it could not read again, and starts with no file that it can’t read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'truemark-payouts-'))
  const path = join(folder, 'payouts.json')
  const store = payoutStore(path, z.object({ payout: z.int() }))
  expect(store.read()).toEqual({ sequence: 0, orders: [], numbers: {} })
  const value = { sequence: 7, orders: [{ payout: 1 }], numbers: {} }
  store.write(value)
  expect(() => store.write({ ...value, sequence: 2 ** 53 })).toThrow('could not be read again')
  expect(store.read()).toEqual(value)
  for (const text of ['', readFileSync(path, 'utf8').slice(0, 20), '{"sequence":1}']) {
    writeFileSync(path, text)
    expect(() => store.read()).toThrow(StartRefusal)
  }
  rmSync(folder, { recursive: true })
})
