import { makeExchange } from '../apps/server/src/engine/exchangeMachine.ts'
import { stateHash } from '../apps/server/src/engine/snapshot.ts'
import { OrderFlow } from './orderFlow.ts'
import { report, target } from './report.ts'
import { median } from './statistics.ts'

const orders = Number(process.argv[2] ?? 200_000)
const rounds = 9
const rowOrders = 1_000
const start = 1_700_000_000_000

interface Recorded {
  readonly frames: { readonly events: Uint8Array; readonly time: number }[]
  readonly bytes: number
  readonly hash: Uint8Array
}

function record(keyed: boolean): Recorded {
  const flow = new OrderFlow(2_000, keyed)
  const frames = flow.opening.map(({ events }) => ({ events, time: start }))
  let bytes = 0
  let placed = 0
  for (let done = 0; done < orders; done += 1) {
    const time = start + 1 + Math.floor(done / rowOrders)
    const { type, command, events } = flow.accepted(time)
    frames.push({ events, time })
    // with the length that stands before each of the two
    if (type !== 'placeSpotOrder') continue
    bytes += command.length + events.length + 8
    placed += 1
  }
  return { frames, bytes: bytes / placed, hash: stateHash(flow.machine.encodeState()) }
}

function replay({ frames, hash }: Recorded): number {
  const machine = makeExchange(null)
  globalThis.gc?.()
  const before = process.cpuUsage()
  for (const { events, time } of frames) machine.evolve(events, time)
  const { user, system } = process.cpuUsage(before)
  const seconds = (user + system) / 1_000_000
  if (Buffer.compare(stateHash(machine.encodeState()), hash) !== 0) throw new Error('the replay gave another state')
  return seconds
}

const plain = record(false)
const keyed = record(true)
const times: [number, number][] = []
replay(plain)
replay(keyed)
for (let round = 0; round < rounds; round += 1) {
  // each way is first as often as it is second, or nearly
  if (round % 2 === 0) times.push([replay(plain), replay(keyed)])
  else {
    const by = replay(keyed)
    times.push([replay(plain), by])
  }
}
const perOrder = (at: 0 | 1): number => (median(times.map((pair) => pair[at])) * 1e6) / orders
report(`keys: ${orders} orders (60 % placed, 30 % cancelled, 10 % that trade), the same state by its hash`, {
  'bytes of a placed order without a key': plain.bytes,
  'bytes of a placed order with one': keyed.bytes,
  'µs of the processor to replay one without a key': perOrder(0),
  'µs of the processor to replay one with a key': perOrder(1),
})
target('bytes with a key', keyed.bytes / plain.bytes, { max: 1.5 })
target('replay with a key', median(times.map(([without, by]) => by / without)), { max: 1.5 })
