import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { natsProgram } from './natsServer.ts'
import { type Machine, noNetwork } from './network.ts'
import { Installation, type Server, says } from './networkServers.ts'
import { type Ground, type Wish, expectKept, makeWishes, send, untilAllAnswered } from './wishes.ts'

/** Every link and every way; without it those that differ most. */
const all = process.env['LINKS'] === 'all'
/** A link is cut when so many orders have been acknowledged. */
const cutAfter = 60
/** From a cut to the first order that the next leader acknowledges, on a machine that does much else too. */
const takeoverMax = 20_000
const answerMax = 3_000
/** How long (ms) links are cut that cost nobody its place. */
const cutMs = 3_000
/** How many orders are sent to one alone that lost its link. */
const lateCount = 24

let at: Installation
beforeEach(async () => {
  at = await Installation.open()
})
afterEach(() => at.close())

/** Calls the one that answered last, as a balancer does. */
function between(...servers: readonly Server[]): Ground {
  let turn = 0
  return {
    address: () => servers[turn % servers.length]?.address ?? '',
    database: () => at.postgres.database,
    unheard: () => (turn += 1),
    patience: answerMax,
  }
}

/** Ways between two machines: those in which nothing comes through. */
type Ways = readonly (readonly [from: Machine, to: Machine])[]

function change(what: 'cut' | 'mend', ways: Ways): void {
  for (const [from, to] of ways) at.network[what](from, to)
}

/** Sends each order once to one alone; how many of them it acknowledges. */
async function sendAlone(server: Server, wishes: readonly Wish[]): Promise<number> {
  let count = 0
  await send(between(server), wishes, () => (count += 1))
  return count
}

/** Cuts a leader's link to the database amid orders, until another leads and it has ended; gives which of the others does. */
async function loseLead(leader: Server, others: readonly Server[], ways: Ways): Promise<Server> {
  const ground = between(leader, ...others)
  const wishes = await makeWishes(ground)
  const late = (await makeWishes(between(leader))).slice(0, lateCount)
  const told: { at: number; next: number; late: Promise<number> | null } = { at: 0, next: 0, late: null }
  await untilAllAnswered(ground, wishes, (count) => {
    if (count === cutAfter && told.at === 0) {
      change('cut', ways)
      told.at = performance.now()
      told.late = sendAlone(leader, late)
    } else if (told.at > 0 && ground.address() !== leader.address) told.next ||= performance.now()
  })
  const leading = await Promise.all(others.map((one) => one.readyz()))
  const next = others.filter((_, turn) => leading[turn]?.startsWith('200 ready'))
  expect(next).toHaveLength(1)
  expect(told.next - told.at).toBeLessThan(takeoverMax)
  expect(await told.late).toBe(0)
  change('mend', ways)
  // whatever it knows by now, it acknowledges nothing more, and ends
  expect(await sendAlone(leader, late)).toBe(0)
  const { code, errors } = await leader.ended
  expect([code, errors]).toEqual([1, expect.stringMatching(/Another (Truemark leads|engine has taken over)/)])
  const served = between(...next)
  await untilAllAnswered(served, late)
  await expectKept(served, wishes)
  await expectKept(served, late)
  return next[0] ?? leader
}

/** Cuts a link amid orders for some seconds, which costs nobody anything. */
async function waitFor(ground: Ground, ways: Ways): Promise<void> {
  const wishes = await makeWishes(ground)
  const told: { mended: Promise<void> | null } = { mended: null }
  await untilAllAnswered(ground, wishes, (count) => {
    if (count !== cutAfter || told.mended !== null) return
    change('cut', ways)
    told.mended = new Promise((resolve) => {
      setTimeout(() => resolve(change('mend', ways)), cutMs)
    })
  })
  await told.mended
  await expectKept(ground, wishes)
}

describe.skipIf(noNetwork !== null)('links to the database that are cut', () => {
  it('cost a leader its place, which acknowledges nothing from then on, whichever way is cut; a standby’s cost nothing', async () => {
    const follower = async (): Promise<Server> => {
      const standby = await at.launch()
      await says(standby, /^503 standing by at row \d+: another leads, on \S+ \(process \d+\)/)
      return standby
    }
    let leader = await at.launch()
    await leader.serves
    const both = ({ machine }: Server): Ways => [
      [machine, at.database],
      [at.database, machine],
    ]
    const cuts = [both, (one: Server) => both(one).slice(1), (one: Server) => both(one).slice(0, 1)]
    const played = all ? cuts : cuts.slice(0, 2)
    let waiting = await Promise.all(played.map(() => follower()))
    for (const standby of waiting.slice(1)) await waitFor(between(leader), both(standby))
    await says(leader, /^200 ready/)
    for (const cut of played) {
      const next = await loseLead(leader, waiting, cut(leader))
      waiting = waiting.filter((one) => one !== next)
      leader = next
    }
  }, 300_000)
})

describe.skipIf(noNetwork !== null || natsProgram === null)('links to the bus that are cut', () => {
  it('are waited for, whichever way is cut: nothing is lost, and nothing is done twice', async () => {
    const bus = await at.startBus()
    const core = await at.launchAt(bus, 'core')
    await core.serves
    const gateway = await at.launchAt(bus, 'gateway')
    await gateway.serves
    const ways: Ways = [
      [bus, gateway.machine],
      [core.machine, bus],
      [gateway.machine, bus],
      [bus, core.machine],
      [gateway.machine, at.database],
      [at.database, gateway.machine],
    ]
    for (const way of all ? ways : ways.slice(0, 2)) await waitFor({ ...between(gateway), patience: 15_000 }, [way])
    await says(gateway, /^200/)
  }, 300_000)
})
