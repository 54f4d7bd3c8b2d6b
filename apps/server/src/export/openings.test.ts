import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contractRoutes } from '@truemark/protocol/routes/contract'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPublicIds } from '../platform/publicId.ts'
import { logAll } from '../testing/evidence.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { evidenceKinds } from '../transparency/door.ts'
import { checkExport } from './check.ts'
import { writeOpenings } from './openings.ts'
import { writeExport } from './write.ts'

const folder = mkdtempSync(join(tmpdir(), 'truemark-openings-'))
const whole = join(folder, 'whole')
const btc = { symbol: 'BTCUSDT' } as const
const market = { ...btc, side: 'buy', type: 'market' } as const
let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.stop()
})

/** On a machine under load the index may be too old for what is asked: it is said again, and asked again. */
async function filled(place: () => Promise<{ readonly status: string }>): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    await server.tick(1_000_000)
    if ((await place()).status === 'filled') return
  }
  throw new Error('the house did not stand')
}

/** A contract on its own and a whole account are liquidated. */
async function liquidate(): Promise<void> {
  const [token, cross] = [await derivativeDemo(server), await derivativeDemo(server, '250')]
  const ticket = { ...market, lots: '1', multiple: 100 }
  await filled(() => server.ok(contractRoutes.contractOrderPlace, { token, body: ticket, key: keyNow() }))
  const set = { mode: 'cross', multiple: 50 } as const
  await server.ok(perpetualRoutes.perpetualSet, { token: cross, params: btc, body: set, key: keyNow() })
  const body = { ...market, lots: '10' }
  await filled(() => server.ok(perpetualRoutes.perpetualOrderPlace, { token: cross, body, key: keyNow() }))
  await server.tick(970_000)
  const open = async () => {
    const { items } = await server.ok(perpetualRoutes.perpetualPositions, { token: cross, query: { status: 'open' } })
    const tickets = await server.ok(contractRoutes.contractOrders, { token, query: { status: 'open' } })
    return items.length + tickets.items.length
  }
  await expect.poll(open, { timeout: 15_000 }).toBe(0)
  // the log follows the tables, which follow the journal
  const logged = async () => {
    await logAll(server)
    const { rows } = await server.database.query<{ count: string }>(
      'SELECT count(DISTINCT c.holder) FROM evidence_entry AS e JOIN liquidation_close AS c ON c.id = e.number WHERE e.kind = $1',
      [evidenceKinds.indexOf('liquidation')],
    )
    return Number(rows[0]?.count)
  }
  await expect.poll(logged, { timeout: 15_000 }).toBe(2)
}

async function checked(openings: string): Promise<{ code: number; last: string }> {
  const said: string[] = []
  const say = (sentence: string) => said.push(sentence)
  const code = await checkExport({ folder: whole, keys: [], balances: null, witness: null, openings, say })
  return { code, last: said.at(-1) ?? '' }
}

it('opens each liquidation’s digest beside the row that says what decided it, for whom it is given', async () => {
  await liquidate()
  const { database, keys } = server
  const build = { commit: null, changed: true, web: null, desk: null, server: null }
  await writeExport({ database, signing: keys.signing, folder: whole, build, now: Date.now() })
  const path = join(folder, 'openings.jsonl')
  const count = await writeOpenings({ database, ids: createPublicIds(keys.tokens), secret: keys.tokens }, path)
  expect(count).toBeGreaterThan(1)
  const text = readFileSync(path, 'utf8')
  const well = `The openings verify: the digests of ${count} closings of liquidations.`
  expect(await checked(text)).toEqual({ code: 0, last: well })
  const lines = text.trim().split('\n')
  const turned = lines.map((line) => line.replace(/"nonce":"(.)/, (_, digit) => `"nonce":"${digit === '0' ? 1 : 0}`))
  for (const [openings, fault] of [
    [turned.join('\n'), 'it is not that of what the row says'],
    [lines.slice(1).join('\n'), 'nothing opens it'],
  ] as const) {
    const { code, last } = await checked(openings)
    expect([code, last]).toEqual([1, expect.stringContaining(`reckoning_digest: ${fault}`)])
  }
  expect((await checked('{}')).last).toContain('line 1 of the openings: it has another shape')
})
