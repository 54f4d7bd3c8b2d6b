// Loaded before the server's own programs, in each of its threads: moves the time that they are told, as a wrong
// clock of the machine would, and stops the thread of the market where a test says so.
import { readFileSync } from 'node:fs'
import { isMainThread, workerData } from 'node:worker_threads'

const file = process.env['MOVED_CLOCK'] ?? ''
const lookInterval = 20
const SystemDate = Date

/** `step` moves what the machine's clock shows; all else is time itself. @type {{ offset: number, step: number, stopAt: number | null, marketStopped: boolean }} */
let told = { offset: 0, step: 0, stopAt: null, marketStopped: false }

function look() {
  try {
    told = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // It is being written: what was told before holds until the next look.
  }
}

function flowed() {
  return Math.min(SystemDate.now() + told.offset, told.stopAt ?? Number.MAX_SAFE_INTEGER)
}

function now() {
  return flowed() + told.step
}

process.hrtime.bigint = () => BigInt(flowed()) * 1_000_000n

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, parts, asked) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, asked),
  apply: () => new SystemDate(now()).toString(),
  get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
})

look()
const isMarket = !isMainThread && typeof workerData === 'object' && workerData !== null && 'feed' in workerData
const still = new Int32Array(new SharedArrayBuffer(4))
setInterval(() => {
  look()
  while (isMarket && told.marketStopped) {
    Atomics.wait(still, 0, 0, lookInterval)
    look()
  }
}, lookInterval).unref()
