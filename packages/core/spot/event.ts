import { union, type Of } from '../codec/codec.ts'
import { acceptedCodec, closedCodec, tradedCodec } from './eventBytes.ts'
import { spotEventShapes } from './eventShapes.ts'

/** What can happen to spot orders; the fields stand in `eventShapes.ts`. */
export const spotEvents = {
  spotOrderAccepted: [20, acceptedCodec],
  spotTraded: [21, tradedCodec],
  spotOrderAmended: [22, spotEventShapes.spotOrderAmended],
  spotOrderClosed: [23, closedCodec],
} as const

const spotEventCodec = union(spotEvents)
export type SpotEvent = Of<typeof spotEventCodec>
export type SpotTraded = Extract<SpotEvent, { type: 'spotTraded' }>
export type SpotOrderAccepted = Extract<SpotEvent, { type: 'spotOrderAccepted' }>
