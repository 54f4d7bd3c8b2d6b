import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, makeFolder, startProduct } from '../product.ts'
import { type Ground, expectKept, makeWishes, send, untilAllAnswered } from './wishes.ts'

const folder = makeFolder()
let product: Product
const ground: Ground = { address: () => product.address, database: () => product.database() }

beforeAll(async () => {
  product = await startProduct(folder)
})

afterAll(async () => {
  await product.stop()
  await folder.remove()
})

/** What ends the server, or its database, comes when so many orders have been acknowledged. */
const endAfter = 90
const endAgainAfter = 20
/** The orders amid which PostgreSQL is killed; the others come when it is back, and amid them the engine's session goes. */
const earlyWishes = 140
/** Within this after PostgreSQL was killed orders are acknowledged again, on a machine that does much else too. */
const wentOnMaxMs = 30_000

describe('amid orders over HTTP', () => {
  it('SIGTERM ends the server in order: nothing that was acknowledged is lost, and nothing is done twice', async () => {
    const wishes = await makeWishes(ground)
    const first = product
    await send(ground, wishes, (count) => {
      if (count === endAfter) process.kill(first.pid, 'SIGTERM')
    })
    const { code, errors } = await first.ended
    expect([code, errors]).toEqual([0, ''])
    expect(wishes.filter(({ id }) => id !== null).length).toBeGreaterThanOrEqual(endAfter)
    await first.stop()
    product = await startProduct(folder)
    await untilAllAnswered(ground, wishes)
    await expectKept(ground, wishes)
  }, 180_000)

  it('kill -9 of PostgreSQL, and then of the engine’s session, is made good by the same server: nothing that was acknowledged is lost, and nothing is done twice', async () => {
    const wishes = await makeWishes(ground)
    const postmaster = folder.postmaster() ?? 0
    expect(postmaster).toBeGreaterThan(1)
    let killedAt = 0
    let wentOnAt = 0
    const kills: Promise<void>[] = []
    const early = wishes.slice(0, earlyWishes)
    await send(ground, early, (count) => {
      if (count !== endAfter) return
      process.kill(postmaster, 'SIGKILL')
      killedAt = Date.now()
    })
    await untilAllAnswered(ground, early, () => {
      wentOnAt ||= Date.now()
    })
    wentOnAt ||= Date.now()
    await untilAllAnswered(ground, wishes, (count) => {
      if (count === endAgainAfter && kills.length === 0) kills.push(killSessions('truemark engine'))
    })
    expect(kills).toHaveLength(1)
    await Promise.all(kills)
    expect(wentOnAt - killedAt).toBeLessThan(wentOnMaxMs)
    expect([null, postmaster]).not.toContain(folder.postmaster())
    await expectKept(ground, wishes)
  }, 180_000)
})

/** kill -9 of one session, upon which PostgreSQL ends all of them and recovers. */
async function killSessions(name: string): Promise<void> {
  const { rows } = await product
    .database()
    .query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE application_name LIKE $1', [`${name} %`])
  expect(rows).not.toEqual([])
  for (const { pid } of rows) process.kill(pid, 'SIGKILL')
}
