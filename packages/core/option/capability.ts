import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import { usdt } from '../money/units.ts'
import { accepted, rejected } from '../result/result.ts'
import { optionCommands } from './command.ts'
import { optionEvents } from './event.ts'
import { evolveOption, noteSample, type IndexSampled } from './evolve.ts'
import { keepOptions, keptOptionsCodec, restoreOptions, type KeptOptions } from './kept.ts'
import { optionMoves } from './moves.ts'
import { createOptionState, openOptionCount, openOptionsOf, type OptionState } from './order.ts'
import { placeOption } from './place.ts'
import { rebuildExit } from './rebuild.ts'
import { sampleOptions } from './sample.ts'
import { optionTermsHold } from './terms.ts'
import { answerOption, optionAnswers, optionQueries, optionReplies, optionViewOf } from './view.ts'

const words = {
  commands: optionCommands,
  events: optionEvents,
  queries: optionQueries,
  replies: optionReplies,
  answers: optionAnswers,
}

type World = { readonly venue: Venue; readonly option: OptionState }

/** Options on where an index stands some seconds on. */
export const optionCapability: Capability<World, typeof words, OptionState, KeptOptions> = {
  ...words,
  create: createOptionState,
  decide({ option, venue }, command, now) {
    switch (command.type) {
      case 'configureOption': {
        const { listing, terms } = command
        if (!venue.listings[listing]) return rejected('symbol_unknown')
        if (venue.listings[listing].quote !== usdt || !optionTermsHold(terms)) return rejected('listing_invalid')
        return accepted([{ type: 'optionConfigured', listing, terms }])
      }
      case 'placeOption':
        return placeOption(option, venue, command, now)
      case 'rebuildOptionExit':
        return rebuildExit(option, venue, command, now)
    }
  },
  evolve: ({ option, venue }, event, now) => evolveOption(option, venue, event, now),
  moves: optionMoves,
  isRisk: true,
  answer:
    ({ option }) =>
    ([event]) => {
      const placed = event?.type === 'optionPlaced' ? option.orders.get(event.order) : undefined
      return placed ? { type: 'option', view: optionViewOf(placed) } : { type: 'done' }
    },
  query: ({ option }, ask) => answerOption(option, ask),
  after: { indexSampled: ({ option, venue }, sample: IndexSampled) => noteSample(option, venue, sample) },
  steps: ({ option }, { stamp }) => sampleOptions(option, stamp),
  openOrders: ({ option }, holder) => openOptionCount(option, holder),
  holds: ({ option }, holder) =>
    openOptionsOf(option, holder).map(({ id: ref, listing, stake: amount, acceptedAt: since }) => {
      return { cause: 'option', account: 'option', currency: usdt, amount, ref, listing: listing + 1, since }
    }),
  kept: keptOptionsCodec,
  keep: ({ option }) => keepOptions(option),
  restore: ({ option }, kept) => restoreOptions(option, kept),
}
