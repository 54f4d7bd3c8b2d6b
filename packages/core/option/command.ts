import { big, holderId, list, nullable, oneOf, struct, text, u53, union, type Of } from '../codec/codec.ts'
import { directions, optionTermsCodec } from './terms.ts'

/**
 * One source's public trade by which a missing exit is rebuilt: `price` in USDT at 10⁻¹², `time` the venue's own in
 * UTC milliseconds.
 */
export const tradeEvidenceCodec = struct({ source: text, trade: text, time: u53, price: big })
export type TradeEvidence = Of<typeof tradeEvidenceCodec>

export const optionCommands = {
  /** An operator's: the terms of new options on a listing. Those that are open keep theirs. */
  configureOption: [70, struct({ listing: u53, terms: optionTermsCodec })],
  /** A field that could not be read travels as `fault`; see the commands of spot. */
  placeOption: [
    71,
    struct({
      holder: holderId,
      symbol: text,
      direction: oneOf(directions),
      /** The trade mode: seconds from entry to expiry. */
      seconds: u53,
      /** In smallest units of USDT. */
      stake: big,
      /** The rate that the user was shown, at 10⁻⁹; the order is refused where it is another by now. */
      rateShown: nullable(u53),
      fault: text,
    }),
  ],
  /** The market's: public trades around an expiry whose sample is missing. */
  rebuildOptionExit: [72, struct({ listing: u53, expiry: u53, trades: list(tradeEvidenceCodec) })],
} as const

const optionCommandCodec = union(optionCommands)
export type OptionCommand = Of<typeof optionCommandCodec>
export type PlaceOption = Extract<OptionCommand, { type: 'placeOption' }>
export type RebuildOptionExit = Extract<OptionCommand, { type: 'rebuildOptionExit' }>
