import { intBytesMax, putI53, putU53, type Reader } from '../codec/bytes.ts'
import { bool, type Codec } from '../codec/codec.ts'
import { holderRow } from '../ledger/holders.ts'
import { realmCodec, statusCodec, type ShapeOf } from './eventShapes.ts'
import { closeReasonCodec, closeReasons, kindCodec, sideCodec, timeInForceCodec, timesInForce } from './order.ts'

// The events of the hot path, written field by field: a loop over names and codecs costs four times as much. Their
// shapes are the specification, and a test holds the bytes of both against each other.

/** The most fields of an event here. */
const fieldsMax = 22
const eventBytesMax = fieldsMax * intBytesMax

// in a loop of its own: the language's search of an array costs more than all the other fields
function placeOf<W extends string>(words: readonly W[], word: W): number {
  for (let place = 0; place < words.length; place++) if (words[place] === word) return place
  throw new RangeError(`${word} is none of ${words.join(', ')}`)
}

function readAccepted(type: string, reader: Reader) {
  return {
    type,
    order: reader.u53(),
    holder: reader.holder(),
    listing: reader.u53(),
    base: reader.u53(),
    quote: reader.u53(),
    side: sideCodec.read(reader),
    kind: kindCodec.read(reader),
    timeInForce: timeInForceCodec.read(reader),
    price: reader.u53(),
    quantity: reader.u53(),
    budget: reader.i53(),
    hold: reader.i53(),
    feeRateMaker: reader.u53(),
    feeRateTaker: reader.u53(),
    rests: bool.read(reader),
  }
}

function withoutType<T extends { readonly type: string }>({ type: _type, ...fields }: T): Omit<T, 'type'> {
  return fields
}

export const acceptedCodec: Codec<ShapeOf<'spotOrderAccepted'>> = {
  write: (writer, event) => {
    const bytes = writer.reserve(eventBytesMax)
    let at = writer.length
    at = putU53(bytes, at, event.order)
    at = putU53(bytes, at, holderRow(event.holder))
    at = putU53(bytes, at, event.listing)
    at = putU53(bytes, at, event.base)
    at = putU53(bytes, at, event.quote)
    bytes[at++] = event.side === 'buy' ? 0 : 1
    bytes[at++] = event.kind === 'limit' ? 0 : 1
    bytes[at++] = placeOf(timesInForce, event.timeInForce)
    at = putU53(bytes, at, event.price)
    at = putU53(bytes, at, event.quantity)
    at = putI53(bytes, at, event.budget)
    at = putI53(bytes, at, event.hold)
    at = putU53(bytes, at, event.feeRateMaker)
    at = putU53(bytes, at, event.feeRateTaker)
    bytes[at++] = event.rests ? 1 : 0
    writer.length = at
  },
  readAs: readAccepted,
  read: (reader) => withoutType(readAccepted('', reader)),
}

function readTraded(type: string, reader: Reader) {
  return {
    type,
    trade: reader.u53(),
    realm: realmCodec.read(reader),
    listing: reader.u53(),
    base: reader.u53(),
    quote: reader.u53(),
    price: reader.u53(),
    quantity: reader.u53(),
    baseAmount: reader.i53(),
    quoteAmount: reader.i53(),
    makerOrder: reader.u53(),
    makerHolder: reader.holder(),
    takerOrder: reader.u53(),
    takerHolder: reader.holder(),
    takerSide: sideCodec.read(reader),
    makerFee: reader.i53(),
    takerFee: reader.i53(),
    makerHold: reader.i53(),
    takerHold: reader.i53(),
    makerFilled: bool.read(reader),
    takerFilled: bool.read(reader),
    indexTenths: reader.u53(),
    indexTime: reader.u53(),
  }
}

export const tradedCodec: Codec<ShapeOf<'spotTraded'>> = {
  write: (writer, event) => {
    const bytes = writer.reserve(eventBytesMax)
    let at = writer.length
    at = putU53(bytes, at, event.trade)
    bytes[at++] = event.realm === 'real' ? 0 : 1
    at = putU53(bytes, at, event.listing)
    at = putU53(bytes, at, event.base)
    at = putU53(bytes, at, event.quote)
    at = putU53(bytes, at, event.price)
    at = putU53(bytes, at, event.quantity)
    at = putI53(bytes, at, event.baseAmount)
    at = putI53(bytes, at, event.quoteAmount)
    at = putU53(bytes, at, event.makerOrder)
    at = putU53(bytes, at, holderRow(event.makerHolder))
    at = putU53(bytes, at, event.takerOrder)
    at = putU53(bytes, at, holderRow(event.takerHolder))
    bytes[at++] = event.takerSide === 'buy' ? 0 : 1
    at = putI53(bytes, at, event.makerFee)
    at = putI53(bytes, at, event.takerFee)
    at = putI53(bytes, at, event.makerHold)
    at = putI53(bytes, at, event.takerHold)
    bytes[at++] = event.makerFilled ? 1 : 0
    bytes[at++] = event.takerFilled ? 1 : 0
    at = putU53(bytes, at, event.indexTenths)
    at = putU53(bytes, at, event.indexTime)
    writer.length = at
  },
  readAs: readTraded,
  read: (reader) => withoutType(readTraded('', reader)),
}

function readClosed(type: string, reader: Reader) {
  return {
    type,
    order: reader.u53(),
    holder: reader.holder(),
    listing: reader.u53(),
    base: reader.u53(),
    quote: reader.u53(),
    side: sideCodec.read(reader),
    status: statusCodec.read(reader),
    reason: closeReasonCodec.read(reader),
    released: reader.i53(),
  }
}

export const closedCodec: Codec<ShapeOf<'spotOrderClosed'>> = {
  write: (writer, event) => {
    const bytes = writer.reserve(eventBytesMax)
    let at = writer.length
    at = putU53(bytes, at, event.order)
    at = putU53(bytes, at, holderRow(event.holder))
    at = putU53(bytes, at, event.listing)
    at = putU53(bytes, at, event.base)
    at = putU53(bytes, at, event.quote)
    bytes[at++] = event.side === 'buy' ? 0 : 1
    bytes[at++] = event.status === 'filled' ? 0 : 1
    bytes[at++] = placeOf(closeReasons, event.reason)
    at = putI53(bytes, at, event.released)
    writer.length = at
  },
  readAs: readClosed,
  read: (reader) => withoutType(readClosed('', reader)),
}
