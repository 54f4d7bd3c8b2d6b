import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, newKey, openDemo, placeOrder } from '../client.ts'
import { Installation, type Server, says } from './gatewayServers.ts'
import { natsProgram } from './natsServer.ts'

/** One that stops is away for ten seconds before another goes on, and that one lets three pass. */
const soon = { timeout: 60_000, interval: 100 }

const worksByClock = async (server: Server): Promise<string | undefined> =>
  /^truemark_clock_work (\d)$/m.exec(await server.metrics())?.[1]

describe.skipIf(natsProgram === null)('a core and a worker', () => {
  let at: Installation
  let core: Server
  beforeAll(async () => {
    at = await Installation.open()
    core = await at.start('core')
  })
  afterAll(async () => {
    await at.close()
  })

  const launch = async (): Promise<Server> => {
    const worker = await at.launch('worker')
    await says(worker, /^200/)
    return worker
  }
  const isDoneBy = (worker: Server) =>
    expect.poll(async () => [await worksByClock(core), await worksByClock(worker)], soon).toEqual(['0', '1'])
  const isDoneByCore = () => expect.poll(() => worksByClock(core), soon).toBe('1')
  const noted = async (): Promise<number> => {
    const { rows } = await at.test.database.query('SELECT 1 FROM house_exposure')
    return rows.length
  }

  it('have what goes by the clock done once: by the worker while it is there, by the core while none is', async () => {
    await isDoneByCore()
    await expect.poll(noted, soon).toBe(2)

    const worker = await launch()
    await isDoneBy(worker)
    // what it does by the clock is seen done: of both realms, which nobody else notes now
    await at.test.database.query('DELETE FROM house_exposure')
    await expect.poll(noted, soon).toBe(2)
    const { token } = await openDemo(core.address)
    const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', quantity: '0.001', price: '10000' }
    expect((await placeOrder(core.address, token, order, newKey())).code).toBe(200)

    worker.child.kill('SIGSTOP')
    await isDoneByCore()
    worker.child.kill('SIGCONT')
    await isDoneBy(worker)

    worker.child.kill('SIGKILL')
    await isDoneByCore()
    const next = await launch()
    await isDoneBy(next)
    next.child.kill('SIGTERM')
    expect((await next.ended).code).toBe(0)
    await isDoneByCore()
    expect((await call(core.address, '/user', { token })).code).toBe(200)
  }, 400_000)
})
