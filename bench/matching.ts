import { decodeState, encodeState } from '@truemark/core/snapshot'
import { type Ready, bareBook, openMarket, peerBook, pipeline, quote } from './matchingEngines.ts'
import { drawFlow } from './mixedFlow.ts'
import { report, target } from './report.ts'
import { type Spent, alternate, median, spend } from './statistics.ts'

const rounds = 5
const operations = 200_000
const holderMin = 32
const holders = 100_000

const flow = drawFlow({ operations, live: 10_000, holders, holderMin, priceStart: 600_000, seed: 7 })
const market = encodeState(openMarket(holderMin, holders))

// each engine's last run is kept: a process that holds no book at all forgets how to run one fast, and none that serves
// is ever without
const last = new Map<string, Ready>()

async function measured(name: string, make: () => Ready): Promise<Spent> {
  const ready = make()
  last.set(name, ready)
  globalThis.gc?.()
  const spent = await spend(ready.run)
  if (JSON.stringify(ready.trades) !== JSON.stringify(flow.trades)) {
    throw new Error(`${name} traded ${JSON.stringify(ready.trades)}, not ${JSON.stringify(flow.trades)}`)
  }
  return spent
}

const spent = await alternate(rounds, {
  bare: () => measured('the bare book', () => bareBook(flow)),
  peer: () => measured('nodejs-order-book', () => peerBook(flow)),
  whole: () => measured('the pipeline', () => pipeline(flow, quote(decodeState(market)))),
})
const speed = (way: keyof typeof spent, clock: keyof Spent): number =>
  operations / median(spent[way].map((one) => one[clock]))

report(`matching ${operations} operations, ${flow.trades.count} trades, the same from every engine`, {
  'bare book, operations/s': speed('bare', 'wall'),
  'full pipeline, operations/s': speed('whole', 'wall'),
  'nodejs-order-book, operations/s': speed('peer', 'wall'),
  'bare book, operations a CPU second': speed('bare', 'cpu'),
  'full pipeline, operations a CPU second': speed('whole', 'cpu'),
  'nodejs-order-book, operations a CPU second': speed('peer', 'cpu'),
  'bare book, ratio by CPU time': speed('bare', 'cpu') / speed('peer', 'cpu'),
  'full pipeline, ratio by CPU time': speed('whole', 'cpu') / speed('peer', 'cpu'),
})
target('bare book to nodejs-order-book', speed('bare', 'wall') / speed('peer', 'wall'), { min: 30 })
target('full pipeline to nodejs-order-book', speed('whole', 'wall') / speed('peer', 'wall'), { min: 10 })
