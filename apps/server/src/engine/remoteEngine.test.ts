import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Bus } from '../platform/bus/bus.ts'
import { busKeys } from '../platform/bus/envelope.ts'
import { Wires } from '../platform/bus/testing/wires.ts'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import type { Committed } from './committed.ts'
import { EngineServer } from './engineServer.ts'
import { RemoteEngine } from './remoteEngine.ts'
import type { Reply } from './reply.ts'
import { type Whole, startWhole } from './testing/whole.ts'
import { createExchange, house } from './exchangeClient.ts'
import { keyEach } from './keyedExchange.ts'

const keys = busKeys({ all: [randomBytes(16)] })
const times = 20
const holderFirst = 32

let test: TestDatabase
let whole: Whole
let wires: Wires
let server: EngineServer
let remote: RemoteEngine
let warnings: string[]
const openBus = (): Bus => new Bus({ wire: wires.make(), keys, name: 'test', warn: (text) => void warnings.push(text) })
const fail = (sentence: unknown): never => {
  throw new Error(String(sentence))
}

beforeEach(async () => {
  warnings = []
  test = await createTestDatabase()
  whole = await startWhole(test.url, fail)
  wires = new Wires()
  const { engine, watermark } = whole
  server = new EngineServer({ bus: openBus(), engine, watermark, onError: fail })
  remote = openRemote(60_000)
  await remote.ready()
  // what a demo begins with
  const exchange = createExchange(engine, async () => null)
  expect(await exchange.command(house, { type: 'listCurrency', code: 'USDT', scale: 6 })).toMatchObject({ ok: true })
})
afterEach(async () => {
  await remote.close()
  await server.close()
  await whole.close()
  await test.drop()
})

function openRemote(replyTimeout?: number): RemoteEngine {
  const warn = (text: string): void => void warnings.push(text)
  return new RemoteEngine({
    bus: openBus(),
    database: test.database,
    warn,
    projected: () => undefined,
    ...(replyTimeout === undefined ? {} : { replyTimeout }),
  })
}

const [asker, approver] = [1, 2]
const moved = { from: 'external', to: 'treasury', currency: 0, amount: 1n } as const
const move = { type: 'moveHouse', realm: 'real', asker, approver, ...moved } as const
const open = (holder: number) => ({ type: 'openHolder', holder, realm: 'demo', country: 'CH' }) as const

describe('an engine behind a bus', () => {
  it('does once what is asked over a bus that loses a third of all messages, and tells each row once and in order', async () => {
    const rows: Committed[] = []
    remote.onCommitted((row) => void rows.push(row))
    remote.follow(0)
    // by a seed: what is lost in turn may hit the same again and again
    let chance = 7
    let replies = 0
    wires.loses = (subject) => {
      chance = (chance * 48_271) % 0x7fff_ffff
      // and the first answers for certain, so that what was done is asked for again
      return chance < 0x7fff_ffff / 3 || (subject.includes('.reply.') && (replies += 1) === 1)
    }
    const exchange = keyEach(createExchange(remote, async () => null))
    const done = await Promise.all(Array.from({ length: times }, () => exchange.command(house, move)))
    expect(done.filter(({ ok }) => !ok)).toEqual([])
    wires.loses = () => false
    const { accounts } = await exchange.ask(house, { type: 'house', realm: 'real' })
    expect(accounts.find((one) => one.house === 'treasury' && one.currency === 0)?.posted).toBe(BigInt(times))
    const end = whole.engine.figures?.seq ?? 0
    await expect.poll(() => remote.followed).toBeGreaterThanOrEqual(end)
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1))
    const { rows: kept } = await test.database.query<{ seq: string; events: Buffer }>(
      'SELECT seq, events FROM journal ORDER BY seq',
    )
    const held = kept.slice(0, rows.length)
    expect(rows.map(({ events }) => Buffer.from(events).toString('hex'))).toEqual(
      held.map(({ events }) => events.toString('hex')),
    )
    expect(warnings).toEqual([])
  })

  it('waits while the bus is away, asks again when it is back, and says so when it was for too long', async () => {
    const exchange = keyEach(createExchange(remote, async () => null))
    wires.isConnected = false
    const waiting = exchange.command(house, open(holderFirst))
    const hasty = openRemote(200)
    const refused: Reply = await hasty.query(house, new Uint8Array())
    // nothing was heard of a core yet
    expect(refused).toEqual({ kind: 'refused', reason: 'server_busy' })
    wires.connect()
    expect(await waiting).toMatchObject({ ok: true })
    await hasty.ready()
    wires.isConnected = false
    expect(await hasty.submit(house, new Uint8Array())).toEqual({ kind: 'refused', reason: 'outcome_unknown' })
    expect(await hasty.query(house, new Uint8Array())).toEqual({ kind: 'refused', reason: 'server_busy' })
    await hasty.close()
    expect(await hasty.submit(house, new Uint8Array())).toEqual({ kind: 'refused', reason: 'engine_stopping' })
  })

  it('believes no core that was overtaken, and asks the next one what waits', async () => {
    const exchange = keyEach(createExchange(remote, async () => null))
    const { watermark, engine } = whole
    // the former core does not know yet that the next one leads, under a higher epoch
    wires.loses = (subject) => subject.includes('.ask.')
    const waiting = exchange.command(house, open(holderFirst))
    await new Promise((resolve) => setTimeout(resolve, 50))
    wires.loses = () => false
    const next = {
      epoch: engine.epoch + 1,
      firstSeq: engine.firstSeq,
      figures: null,
      onCommitted: engine.onCommitted.bind(engine),
      submit: engine.submit.bind(engine),
      query: engine.query.bind(engine),
    }
    let cores = 0
    remote.onCore(() => (cores += 1))
    const successor = new EngineServer({
      bus: openBus(),
      engine: next,
      watermark,
      onError: fail,
    })
    expect(await waiting).toMatchObject({ ok: true })
    const heard: unknown[] = []
    for (let look = 0; look < 40; look += 1) {
      heard.push(remote.beat?.epoch)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(new Set(heard)).toEqual(new Set([next.epoch]))
    expect(cores).toBe(1)
    await successor.close()
  })
})
