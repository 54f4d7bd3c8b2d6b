import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import type { PoolState } from '../pool/pool.ts'
import { accepted, rejected } from '../result/result.ts'
import { miningCommands } from './command.ts'
import { miningEvents } from './event.ts'
import { evolveMining } from './evolve.ts'
import { miningForecast } from './forecast.ts'
import { keepMining, keptMiningCodec, restoreMining, type KeptMining } from './kept.ts'
import { miningFlows, miningMoves } from './moves.ts'
import { miningSteps } from './pay.ts'
import { openMining, redeemMining } from './place.ts'
import { publishMining, publishMiningRates } from './publish.ts'
import { createMiningState, miningOrdersOf, type MiningState } from './state.ts'
import { miningAnswers, miningProductViews, miningQueries, miningReplies, miningViewOf, miningViewsOf } from './view.ts'

const words = {
  commands: miningCommands,
  events: miningEvents,
  queries: miningQueries,
  replies: miningReplies,
  answers: miningAnswers,
}

type World = { readonly venue: Venue; readonly pool: PoolState; readonly mining: MiningState }

/** Locked mining. */
export const miningCapability: Capability<World, typeof words, MiningState, KeptMining> = {
  ...words,
  create: createMiningState,
  decide({ mining, pool, venue }, command, now) {
    switch (command.type) {
      case 'publishMining':
        return publishMining(mining, venue, command)
      case 'switchMining': {
        const { product, on } = command
        if (!mining.products.has(product)) return rejected('mining_unknown')
        return accepted([{ type: 'miningSwitched', product, on }])
      }
      case 'publishMiningRates':
        return publishMiningRates(mining, command, now)
      case 'openMining':
        return openMining(mining, pool, venue, command, now)
      case 'redeemMining':
        return redeemMining(mining, venue, command, now)
    }
  },
  evolve: ({ mining, pool, venue }, event, now) => evolveMining(mining, pool, venue, event, now),
  moves: miningMoves,
  flows: miningFlows,
  answer:
    ({ mining }) =>
    ([event]) => {
      if (event?.type === 'miningPublished') {
        return { type: 'miningProduct', product: event.product, version: event.version }
      }
      const opened = event?.type === 'miningOpened' ? mining.orders.get(event.order) : undefined
      return opened ? { type: 'mining', view: miningViewOf(opened) } : { type: 'done' }
    },
  query({ mining }, ask, now) {
    switch (ask.type) {
      case 'miningProducts':
        return { type: 'miningProducts', products: miningProductViews(mining, ask.realm, now) }
      case 'miningOrders':
        return { type: 'miningOrders', orders: miningViewsOf(mining, ask.holder) }
      case 'miningForecast':
        return { type: 'miningForecast', days: miningForecast(mining, ask.realm) }
    }
  },
  steps: ({ mining }, { stamp }) => miningSteps(mining, stamp),
  holds: ({ mining }, holder) =>
    miningOrdersOf(mining, holder).map(({ id: ref, currency, amount, openedAt: since }) => {
      return { cause: 'mining', account: 'coin', currency, amount, ref, listing: 0, since }
    }),
  kept: keptMiningCodec,
  keep: ({ mining }) => keepMining(mining),
  restore: ({ mining, pool }, kept) => restoreMining(mining, pool, kept),
}
