import { oneOf } from '../codec/codec.ts'
import { sides } from './book.ts'

export const orderKinds = ['limit', 'market'] as const
export type OrderKind = (typeof orderKinds)[number]

/** Good till cancelled, immediate or cancel, fill or kill, and good till cancelled that only ever makes. */
export const timesInForce = ['GTC', 'IOC', 'FOK', 'POST_ONLY'] as const
export type TimeInForce = (typeof timesInForce)[number]

export const sideCodec = oneOf(sides)
export const kindCodec = oneOf(orderKinds)
export const timeInForceCodec = oneOf(timesInForce)
