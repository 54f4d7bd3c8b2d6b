import fc, { type Arbitrary } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Codec, decode, encode } from '../codec/codec.ts'
import { realms } from '../ledger/holders.ts'
import { sides } from '../book/book.ts'
import { acceptedCodec, closedCodec, tradedCodec } from './eventBytes.ts'
import { type ShapeOf, spotEventShapes } from './eventShapes.ts'
import { closeReasons, orderKinds, timesInForce } from './order.ts'

const u53 = fc.oneof(fc.nat(200), fc.maxSafeNat())
const amount = fc.oneof(fc.integer({ min: -300, max: 300 }), fc.maxSafeInteger())
const side = fc.constantFrom(...sides)
const ids = { listing: u53, base: u53, quote: u53 }

const accepted: Arbitrary<ShapeOf<'spotOrderAccepted'>> = fc.record({
  ...ids,
  order: u53,
  holder: u53,
  side,
  kind: fc.constantFrom(...orderKinds),
  timeInForce: fc.constantFrom(...timesInForce),
  price: u53,
  quantity: u53,
  budget: amount,
  hold: amount,
  feeRateMaker: u53,
  feeRateTaker: u53,
  rests: fc.boolean(),
})

const traded: Arbitrary<ShapeOf<'spotTraded'>> = fc.record({
  ...ids,
  trade: u53,
  realm: fc.constantFrom(...realms),
  price: u53,
  quantity: u53,
  baseAmount: amount,
  quoteAmount: amount,
  makerOrder: u53,
  makerHolder: u53,
  takerOrder: u53,
  takerHolder: u53,
  takerSide: side,
  makerFee: amount,
  takerFee: amount,
  makerHold: amount,
  takerHold: amount,
  makerFilled: fc.boolean(),
  takerFilled: fc.boolean(),
  indexTenths: u53,
  indexTime: u53,
})

const closed: Arbitrary<ShapeOf<'spotOrderClosed'>> = fc.record({
  ...ids,
  order: u53,
  holder: u53,
  side,
  status: fc.constantFrom('filled', 'canceled'),
  reason: fc.constantFrom(...closeReasons),
  released: amount,
})

function alike<T>(values: Arbitrary<T>, quick: Codec<T>, shape: Codec<T>): void {
  fc.assert(
    fc.property(values, (value) => {
      const bytes = encode(shape, value)
      expect(encode(quick, value)).toEqual(bytes)
      expect(decode(quick, bytes)).toEqual(value)
      expect(decode(shape, bytes)).toEqual(value)
    }),
  )
}

describe('the hand-written codecs', () => {
  it('write and read what the shapes say', () => {
    alike(accepted, acceptedCodec, spotEventShapes.spotOrderAccepted)
    alike(traded, tradedCodec, spotEventShapes.spotTraded)
    alike(closed, closedCodec, spotEventShapes.spotOrderClosed)
  })
})
