import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import { big, list, nullable, struct, u53, type Of } from '../codec/codec.ts'
import { realms } from '../ledger/holders.ts'
import {
  convertAnswers,
  convertCommands,
  convertEvents,
  convertQueries,
  convertReplies,
  createConvertState,
  decideConvert,
  type ConvertState,
} from './convert.ts'
import { evolveConvert } from './evolve.ts'
import { convertMoves } from './moves.ts'
import { conversionTermsCodec, firstConversionTerms, isSameConversionTerms, type ConversionTerms } from './terms.ts'

const words = {
  commands: convertCommands,
  events: convertEvents,
  answers: convertAnswers,
  queries: convertQueries,
  replies: convertReplies,
}

const keptCodec = struct({
  nextQuote: u53,
  nextConversion: u53,
  conversionQuotes: list(convertEvents.conversionQuoted[1]),
  /** By realm and currency, in worth of USDT. */
  deskDrawn: list(list(nullable(struct({ drawn: big, at: u53 })))),
})

type World = { readonly venue: Venue; readonly convert: ConvertState }

/** Exchanging one coin for another at a price that is named before. */
export const convertCapability: Capability<World, typeof words, ConvertState, Of<typeof keptCodec>> = {
  ...words,
  create: createConvertState,
  decide: ({ convert, venue }, command, now) => decideConvert(convert, venue, command, now),
  evolve: ({ convert, venue }, event, now) => evolveConvert(convert, venue, event, now),
  moves: convertMoves,
  answer:
    (_, __, time) =>
    ([event]) => {
      if (event?.type === 'conversionQuoted') return { type: 'quote', quote: event, time }
      return event?.type === 'converted' ? { type: 'converted', conversion: event, time } : { type: 'done' }
    },
  query: ({ convert: { terms } }) => ({ type: 'conversionTerms', terms }),
  kept: keptCodec,
  keep: ({ convert: { nextQuote, nextConversion, quotes, drawn } }) => ({
    nextQuote,
    nextConversion,
    conversionQuotes: [...quotes.values()],
    deskDrawn: realms.map((realm) => Array.from(drawn[realm], (one) => one ?? null)),
  }),
  restore({ convert }, kept) {
    convert.nextQuote = kept.nextQuote
    convert.nextConversion = kept.nextConversion
    for (const quote of kept.conversionQuotes) convert.quotes.set(quote.holder, { type: 'conversionQuoted', ...quote })
    realms.forEach((realm, at) => {
      kept.deskDrawn[at].forEach((one, currency) => (convert.drawn[realm][currency] = one ?? undefined))
    })
  },
  // the terms that everybody began with stand in no snapshot
  later: {
    kept: list(conversionTermsCodec),
    keep: ({ convert: { terms } }) => (isSameConversionTerms(terms, firstConversionTerms) ? [] : [terms]),
    restore({ convert }, [terms]: readonly ConversionTerms[]) {
      convert.terms = terms ?? firstConversionTerms
    },
  },
}
