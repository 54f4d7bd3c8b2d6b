import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DataFolder, type Ending, launchProduct, makeFolder } from '../product.ts'
import { type Machine, Network, noNetwork } from './network.ts'
import { type NetworkPostgres, startPostgresOn } from './networkPostgres.ts'
import { type Ground, type Wish, expectKept, makeWishes, send, untilAllAnswered } from './wishes.ts'

const [port, metricsPort] = [8_080, 9_464]
/** The link is cut when so many orders have been acknowledged. */
const cutAfter = 60
/** From a cut to the first order that the next leader acknowledges, on a machine that does much else too. */
const takeoverMax = 20_000
const answerMax = 3_000
const readyMax = 60_000
const pollMs = 25
/** How many orders are sent to one alone that lost its link. */
const lateCount = 24

let network: Network
let database: Machine
let postgres: NetworkPostgres
const folders: DataFolder[] = []
const running = new Set<ChildProcess>()

/** A server on a machine of its own, which leads or stands by. */
interface Server {
  readonly machine: Machine
  readonly child: ChildProcess
  /** From out here, whatever link of the machine is cut. */
  readonly address: string
  readonly serves: Promise<unknown>
  readonly ended: Promise<Ending>
  readyz(): Promise<string>
}

async function launch(): Promise<Server> {
  const machine = await network.add()
  const folder = makeFolder()
  folders.push(folder)
  const settings = {
    DATABASE_URL: postgres.url,
    // as on a disk that all have
    KEYS_DIR: join(folders[0]?.path ?? '', 'keys'),
    STANDBY: 'yes',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
  }
  const { child, ended, address: serves } = launchProduct(folder, settings, undefined, machine.node)
  serves.catch(() => undefined)
  running.add(child)
  void ended.then(() => running.delete(child))
  const [address, metrics] = [await machine.reach(port), await machine.reach(metricsPort)]
  const readyz = async (): Promise<string> => {
    const answer = await fetch(`${metrics}/readyz`, { signal: AbortSignal.timeout(answerMax) }).catch(() => null)
    return answer === null ? '' : `${answer.status} ${(await answer.text()).trim()}`
  }
  return { machine, child, address, serves, ended, readyz }
}

const says = (server: Server, what: RegExp) =>
  expect.poll(() => server.readyz(), { timeout: readyMax, interval: pollMs }).toMatch(what)

const standsBy = /^503 standing by at row \d+: another leads, on \S+ \(process \d+\)/

beforeEach(async () => {
  network = await Network.open()
  database = await network.add()
  postgres = await startPostgresOn(database)
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await postgres.close()
  network.close()
  for (const folder of folders.splice(0)) await folder.remove()
})

/** Calls the one that answered last, as a balancer does. */
function between(...servers: readonly Server[]): Ground {
  let at = 0
  return {
    address: () => servers[at % servers.length]?.address ?? '',
    database: () => postgres.database,
    unheard: () => (at += 1),
    patience: answerMax,
  }
}

/** Which ways of a leader's link are cut: what it asks, what it is answered, or both. */
const cuts = [
  { what: 'both ways', asks: true, answers: true },
  { what: 'what it is answered', asks: false, answers: true },
  { what: 'what it asks', asks: true, answers: false },
] as const

function changeLink({ machine }: Server, change: 'cut' | 'mend', { asks, answers }: (typeof cuts)[number]): void {
  if (asks) network[change](machine, database)
  if (answers) network[change](database, machine)
}

/** Orders for one alone that are sent when its link is cut: how many of them it acknowledges. */
async function sendAlone(server: Server, wishes: readonly Wish[]): Promise<number> {
  let count = 0
  await send(between(server), wishes, () => (count += 1))
  return count
}

/** Cuts the leader's link amid orders until another leads and the leader has ended. */
async function amidOrders(leader: Server, standby: Server, cut: (typeof cuts)[number]): Promise<void> {
  const ground = between(leader, standby)
  const wishes = await makeWishes(ground)
  const late = (await makeWishes(between(leader))).slice(0, lateCount)
  const told: { at: number; next: number; late: Promise<number> | null } = { at: 0, next: 0, late: null }
  await send(ground, wishes, (count) => {
    if (count === cutAfter) {
      changeLink(leader, 'cut', cut)
      told.at = performance.now()
      told.late = sendAlone(leader, late)
    } else if (told.at > 0 && ground.address() === standby.address) told.next ||= performance.now()
  })
  await untilAllAnswered(ground, wishes)
  expect(told.next - told.at).toBeLessThan(takeoverMax)
  await says(standby, /^200 ready/)
  expect([cut.what, await told.late]).toEqual([cut.what, 0])
  changeLink(leader, 'mend', cut)
  // whatever it knows by now, it acknowledges nothing more, and ends
  expect([cut.what, await sendAlone(leader, late)]).toEqual([cut.what, 0])
  const { code, errors } = await leader.ended
  expect([code, errors]).toEqual([1, expect.stringMatching(/Another (Truemark leads|engine has taken over)/)])
  const served = between(standby)
  await untilAllAnswered(served, late)
  await expectKept(served, wishes)
  await expectKept(served, late)
}

describe.skipIf(noNetwork !== null)('links between machines that are cut', () => {
  it('cost the leader its place, which acknowledges nothing from then on, whichever way is cut; the standby’s own costs nothing', async () => {
    let leader = await launch()
    await leader.serves
    for (const cut of cuts) {
      const standby = await launch()
      await says(standby, standsBy)
      await amidOrders(leader, standby, cut)
      leader = standby
    }
  }, 300_000)
})
