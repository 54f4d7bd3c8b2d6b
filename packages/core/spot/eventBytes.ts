import { bool, type Codec } from '../codec/codec.ts'
import { realmCodec, statusCodec, type ShapeOf } from './eventShapes.ts'
import { closeReasonCodec, kindCodec, sideCodec, timeInForceCodec } from './order.ts'

// The events of the hot path, written field by field: a loop over names and codecs costs four times as much. Their
// shapes are the specification, and a test holds the bytes of both against each other.

export const acceptedCodec: Codec<ShapeOf<'spotOrderAccepted'>> = {
  write: (writer, event) => {
    writer.u53(event.order)
    writer.u53(event.holder)
    writer.u53(event.listing)
    writer.u53(event.base)
    writer.u53(event.quote)
    sideCodec.write(writer, event.side)
    kindCodec.write(writer, event.kind)
    timeInForceCodec.write(writer, event.timeInForce)
    writer.u53(event.price)
    writer.u53(event.quantity)
    writer.big(event.budget)
    writer.big(event.hold)
    writer.u53(event.feeRateMaker)
    writer.u53(event.feeRateTaker)
    writer.u8(event.rests ? 1 : 0)
  },
  read: (reader) => ({
    order: reader.u53(),
    holder: reader.u53(),
    listing: reader.u53(),
    base: reader.u53(),
    quote: reader.u53(),
    side: sideCodec.read(reader),
    kind: kindCodec.read(reader),
    timeInForce: timeInForceCodec.read(reader),
    price: reader.u53(),
    quantity: reader.u53(),
    budget: reader.big(),
    hold: reader.big(),
    feeRateMaker: reader.u53(),
    feeRateTaker: reader.u53(),
    rests: bool.read(reader),
  }),
}

export const tradedCodec: Codec<ShapeOf<'spotTraded'>> = {
  write: (writer, event) => {
    writer.u53(event.trade)
    realmCodec.write(writer, event.realm)
    writer.u53(event.listing)
    writer.u53(event.base)
    writer.u53(event.quote)
    writer.u53(event.price)
    writer.u53(event.quantity)
    writer.big(event.baseAmount)
    writer.big(event.quoteAmount)
    writer.u53(event.makerOrder)
    writer.u53(event.makerHolder)
    writer.u53(event.takerOrder)
    writer.u53(event.takerHolder)
    sideCodec.write(writer, event.takerSide)
    writer.big(event.makerFee)
    writer.big(event.takerFee)
    writer.big(event.makerHold)
    writer.big(event.takerHold)
    writer.u8(event.makerFilled ? 1 : 0)
    writer.u8(event.takerFilled ? 1 : 0)
    writer.u53(event.indexTenths)
    writer.u53(event.indexTime)
  },
  read: (reader) => ({
    trade: reader.u53(),
    realm: realmCodec.read(reader),
    listing: reader.u53(),
    base: reader.u53(),
    quote: reader.u53(),
    price: reader.u53(),
    quantity: reader.u53(),
    baseAmount: reader.big(),
    quoteAmount: reader.big(),
    makerOrder: reader.u53(),
    makerHolder: reader.u53(),
    takerOrder: reader.u53(),
    takerHolder: reader.u53(),
    takerSide: sideCodec.read(reader),
    makerFee: reader.big(),
    takerFee: reader.big(),
    makerHold: reader.big(),
    takerHold: reader.big(),
    makerFilled: bool.read(reader),
    takerFilled: bool.read(reader),
    indexTenths: reader.u53(),
    indexTime: reader.u53(),
  }),
}

export const closedCodec: Codec<ShapeOf<'spotOrderClosed'>> = {
  write: (writer, event) => {
    writer.u53(event.order)
    writer.u53(event.holder)
    writer.u53(event.listing)
    writer.u53(event.base)
    writer.u53(event.quote)
    sideCodec.write(writer, event.side)
    statusCodec.write(writer, event.status)
    closeReasonCodec.write(writer, event.reason)
    writer.big(event.released)
  },
  read: (reader) => ({
    order: reader.u53(),
    holder: reader.u53(),
    listing: reader.u53(),
    base: reader.u53(),
    quote: reader.u53(),
    side: sideCodec.read(reader),
    status: statusCodec.read(reader),
    reason: closeReasonCodec.read(reader),
    released: reader.big(),
  }),
}
