import { beforeEach, describe, expect, it } from 'vitest'
import { decode, encode } from '../codec/codec.ts'
import { optionTerms } from '../testing/optionFixture.ts'
import { admit, createOptionState, setExit, type OptionOrder, type OptionState } from './order.ts'
import { answerOption, optionViewCodec, optionViewOf } from './view.ts'

const start = 1_700_000_000_000
const terms = { direction: 'up', stake: 50n, seconds: 60, rate: 800_000_000, gain: 40n, tie: 'stake_returned' } as const
const waiting = { entryStamp: 0, entryTenths: 0, entrySources: 0, entryKind: 'live' } as const
const entered = { entryStamp: start + 2_000, entryTenths: 100, entrySources: 4, entryKind: 'simulated' } as const
let option: OptionState

beforeEach(() => {
  option = createOptionState()
})

function admitted(id: number, more: Partial<OptionOrder> = {}): OptionOrder {
  const of = { holder: 40, realm: 'real', listing: 0 } as const
  const order = { id, ...of, ...terms, acceptedAt: start, ...waiting, group: null, ...more }
  admit(option, order)
  return order
}

describe('an open option', () => {
  it('has no expiry until it has entered, and no exit', () => {
    const none = { outcome: null, reason: null, exitStamp: 0, exitTenths: 0, closedAt: 0 }
    const { id, group: _, entryKind: kind, realm: _realm, ...said } = admitted(1)
    expect(optionViewOf(admitted(1))).toEqual({ order: id, ...said, kind, status: 'open', ...none, expiry: 0 })
    expect(optionViewOf(admitted(2, entered))).toMatchObject({
      order: 2,
      entryStamp: start + 2_000,
      entryTenths: 100,
      entrySources: 4,
      kind: 'simulated',
      expiry: start + 62_000,
    })
  })

  it('is told to its holder, oldest first, in states that are read as they are written', () => {
    admitted(1)
    admitted(2, { holder: 41 })
    admitted(3, entered)
    const told = answerOption(option, { type: 'options', holder: 40 })
    expect(told).toMatchObject({ type: 'options', options: [{ order: 1 }, { order: 3 }] })
    const view = optionViewOf(admitted(4))
    const places = (['open', 'closed', 'expired'] as const).map((status) => {
      const bytes = encode(optionViewCodec, { ...view, status })
      expect(decode(optionViewCodec, bytes).status).toBe(status)
      return [...bytes].join()
    })
    expect(new Set(places).size).toBe(3)
  })
})

describe('what is told of all options', () => {
  it('are the terms by listing', () => {
    const off = { ...optionTerms, on: false }
    option.terms.set(10, optionTerms)
    option.terms.set(9, off)
    expect(answerOption(option, { type: 'optionTerms' })).toEqual({
      type: 'optionTerms',
      terms: [
        { listing: 9, terms: off },
        { listing: 10, terms: optionTerms },
      ],
    })
  })

  it('are the exits that are missing, each listing and moment once', () => {
    const of = { kind: 'simulated', listing: 0, expiry: start + 62_000 } as const
    admitted(1, entered)
    admitted(2, { ...entered, realm: 'demo' })
    admitted(3, { ...entered, listing: 1 })
    admitted(4, { ...entered, seconds: 180 })
    const missing = { state: 'missing', since: start, recoveredAt: 0 } as const
    const found = () => answerOption(option, { type: 'optionExitsMissing' })
    expect(found()).toEqual({ type: 'optionExitsMissing', exits: [] })
    for (const realm of ['real', 'demo'] as const) setExit(option, { ...of, realm }, missing)
    setExit(option, { ...of, realm: 'real', listing: 1 }, missing)
    const expiry = start + 62_000
    expect(found()).toMatchObject({
      exits: [
        { listing: 0, expiry },
        { listing: 1, expiry },
      ],
    })
  })

  it('is what the pool would pay of each listing and direction, beside the most that it may', () => {
    option.terms.set(0, optionTerms)
    option.terms.set(1, { ...optionTerms, exposureMax: 7n })
    admitted(1)
    admitted(2, { gain: 5n })
    admitted(3, { direction: 'down', gain: 3n })
    admitted(4, { realm: 'demo', gain: 100n })
    expect(answerOption(option, { type: 'optionExposure', realm: 'real' })).toEqual({
      type: 'optionExposure',
      exposure: [
        { listing: 0, up: 45n, down: 3n, max: 100_000_000_000n },
        { listing: 1, up: 0n, down: 0n, max: 7n },
      ],
    })
    expect(answerOption(option, { type: 'optionExposure', realm: 'demo' })).toMatchObject({
      exposure: [{ up: 100n, down: 0n }, { up: 0n }],
    })
  })
})
