import { decode, encode } from '@truemark/core/codec/codec'
import { execute } from '@truemark/core/exchange'
import { sums } from '@truemark/core/query'
import { decodeState, encodeState } from '@truemark/core/snapshot'
import { btcTerms } from '@truemark/core/testing/exchangeFixture'
import { OptionFixture, optionTerms } from '@truemark/core/testing/optionFixture'
import { type Command, envelopeCodec } from '@truemark/core/vocabulary'
import { eventsCodec, makeExchange } from '../apps/server/src/engine/exchangeMachine.ts'
import { report, target } from './report.ts'
import { type Spent, alternate, median, spend } from './statistics.ts'

const rounds = 5
const options = Number(process.argv[2] ?? 100_000)
const symbols = 10
const openMax = 200
const holderMin = 32
const index = 1_000_000
const quietSeconds = 20

const wide = 2n ** 52n
const terms = { ...optionTerms, exposureMax: wide, poolDebtMax: wide }

/** An exchange with the given number of options that all expire in one second, on ten symbols, half of them up. */
function crowd(): OptionFixture {
  const fixture = new OptionFixture(terms)
  for (let listing = 1; listing < symbols; listing += 1) {
    fixture.must({ type: 'listCurrency', code: `C${listing}`, scale: 8 })
    fixture.must({ type: 'listSymbol', terms: { ...btcTerms, code: `C${listing}USDT`, base: listing + 1 } })
    fixture.must({ type: 'configureOption', listing, terms })
  }
  for (let holder = 0; holder < Math.ceil(options / openMax); holder += 1) fixture.better(holderMin + holder)
  const quote = { dispersionTenths: 0, sources: 4, kind: 'simulated', indexTenths: index } as const
  for (let listing = 0; listing < symbols; listing += 1) {
    fixture.must({ type: 'quote', listing, time: fixture.now, ...quote })
  }
  for (let at = 0; at < options; at += 1) {
    fixture.must({
      type: 'placeOption',
      holder: holderMin + Math.floor(at / openMax),
      symbol: at % symbols === 0 ? 'BTCUSDT' : `C${at % symbols}USDT`,
      direction: at % 4 < 2 ? 'up' : 'down',
      seconds: 60,
      stake: 100_000_000n,
      rateShown: null,
      fault: '',
    })
  }
  fixture.now += 2_000
  fixture.must(sampleAt(fixture.now, index))
  return fixture
}

function sampleAt(stamp: number, indexTenths: number): Command {
  const samples = Array.from({ length: symbols }, (_, listing) => ({ listing, indexTenths, sources: 4, fresh: true }))
  return { type: 'sampleIndex', stamp, kind: 'simulated', samples }
}

const fixture = crowd()
const entered = fixture.now
const kept = encodeState(fixture.state)
const expiring = encode(envelopeCodec, { key: null, command: sampleAt(entered + 60_000, index + 1) })
let bytes = 0

/** Settles all of them as the engine does: a command's bytes in, the journal row's events out. */
async function settleAll(): Promise<Spent> {
  const machine = makeExchange(kept)
  globalThis.gc?.()
  let frame = new Uint8Array(0)
  const spent = await spend(() => {
    const done = machine.execute(expiring, entered + 60_000)
    if (done.kind === 'accepted') frame = new Uint8Array(done.events)
  })
  const settled = decode(eventsCodec, frame).filter(({ type }) => type === 'optionSettled')
  if (settled.length !== options) throw new Error(`${settled.length} of ${options} options were settled`)
  const state = decodeState(machine.encodeState())
  if (state.option.orders.size > 0) throw new Error('an option is left')
  if (sums(state).sums.some(({ posted, frozen }) => posted !== 0n || frozen !== 0n))
    throw new Error('the books are off')
  bytes = frame.length
  return spent
}

/** Seconds in which nothing expires while all of them are open. */
async function quiet(): Promise<Spent> {
  const state = decodeState(kept)
  globalThis.gc?.()
  return spend(() => {
    for (let second = 1; second <= quietSeconds; second += 1) {
      const now = entered + 1_000 * second
      execute(state, { key: null, command: sampleAt(now, index + second) }, now)
    }
  })
}

/** The same seconds for who looks at each open option. */
async function scan(): Promise<Spent> {
  const state = decodeState(kept)
  const open = [...state.option.orders.values()]
  let due = 0
  const spent = await spend(() => {
    for (let second = 1; second <= quietSeconds; second += 1) {
      const now = entered + 1_000 * second
      for (const order of open) if (order.entryStamp + 1_000 * order.seconds <= now) due += 1
    }
  })
  if (due > 0) throw new Error('something expired too soon')
  return spent
}

const spent = await alternate(rounds, { settle: settleAll, quiet, scan })
const wall = (way: keyof typeof spent): number => median(spent[way].map((one) => one.wall))
const cpu = (way: keyof typeof spent): number => median(spent[way].map((one) => one.cpu))
report(`expiry: ${options} options on ${symbols} symbols, all in one second`, {
  'all settled, ms': 1_000 * wall('settle'),
  'all settled, ms of the processor': 1_000 * cpu('settle'),
  'options settled a processor second': options / cpu('settle'),
  'bytes of the journal row an option': bytes / options,
  'a second in which none expires, µs': (1e6 * cpu('quiet')) / quietSeconds,
  'the same by a scan of all that are open, µs': (1e6 * cpu('scan')) / quietSeconds,
})
target('processor seconds until all are settled', cpu('settle'), { max: 1 })
