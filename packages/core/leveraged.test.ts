import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, encode } from './codec/codec.ts'
import { answerCodec } from './answer.ts'
import { crossFigures, requiredBy } from './derivative/account.ts'
import { restingToReduce } from './derivative/cut.ts'
import { evolve } from './exchange.ts'
import { holderName, houseHolder } from './ledger/holders.ts'
import { movesOf } from './moves.ts'
import { sums } from './query.ts'
import { decodeState, encodeState } from './snapshot.ts'
import type { State } from './state.ts'
import { MarginFixture } from './testing/marginFixture.ts'
import { envelopeCodec, eventCodec, type Command, type Event } from './vocabulary.ts'

const holders = [32, 33, 34, 35]
const symbols = ['BTCUSDT', 'ETHUSDT']

const holder = fc.constantFrom(...holders)
const symbol = fc.constantFrom('BTCUSDT', 'BTCUSDT', 'ETHUSDT')
const side = fc.constantFrom('buy' as const, 'sell' as const)
const kind = fc.constantFrom('limit' as const, 'limit' as const, 'market' as const)
const timeInForce = fc.constantFrom(
  'GTC' as const,
  'GTC' as const,
  'IOC' as const,
  'FOK' as const,
  'POST_ONLY' as const,
)
/** Off the mark, in hundredths of a per cent. */
const away = fc.oneof(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -200, max: 200 }))
const lots = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 12_000 }))
const multiple = fc.constantFrom(1, 5, 10, 20, 50, 100)
const which = fc.nat(1_000)

const acts = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        act: fc.constant('contract' as const),
        holder,
        symbol,
        side,
        kind,
        timeInForce,
        away,
        lots,
        multiple,
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        act: fc.constant('perpetual' as const),
        holder,
        symbol,
        side,
        kind,
        timeInForce,
        away,
        lots,
        reduceOnly: fc.constantFrom(false, false, true),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        act: fc.constant('set' as const),
        holder,
        symbol,
        mode: fc.constantFrom('cross' as const, 'isolated' as const),
        multiple,
      }),
    },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('cancel' as const), which }) },
    {
      weight: 3,
      arbitrary: fc.record({ act: fc.constant('close' as const), which, share: fc.integer({ min: 1, max: 4 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        act: fc.constant('margin' as const),
        which,
        amount: fc.bigInt({ min: 1n, max: 900_000_000n }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('targets' as const), which, away }) },
    {
      weight: 2,
      arbitrary: fc.record({
        act: fc.constant('out' as const),
        holder,
        amount: fc.bigInt({ min: 1n, max: 40_000_000_000n }),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        act: fc.constant('quote' as const),
        symbol,
        by: fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -900, max: 900 })),
        after: fc.integer({ min: 0, max: 6_000 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        act: fc.constant('every' as const),
        holder,
        what: fc.constantFrom(
          'cancelContracts' as const,
          'cancelPerpetuals' as const,
          'closeContracts' as const,
          'closePerpetuals' as const,
          'reset' as const,
          'settle' as const,
        ),
      }),
    },
  ),
  { minLength: 1, maxLength: 120, size: 'max' },
)
type Act = (typeof acts extends fc.Arbitrary<infer T> ? T : never)[number]

function pick<T>(of: Iterable<T>, at: number): T | undefined {
  const all = [...of]
  return all[at % Math.max(1, all.length)]
}

function priceOf(state: State, listing: number, offset: number): number {
  return Math.round((state.venue.marks.of(listing).indexTenths * (10_000 + offset)) / 100_000)
}

const none = { stopLoss: null, takeProfit: null, fault: '' }

function everyCommand(who: number, what: string): Command {
  switch (what) {
    case 'cancelContracts':
      return { type: 'cancelAllContractOrders', holder: who, symbol: '' }
    case 'cancelPerpetuals':
      return { type: 'cancelAllPerpetualOrders', holder: who, symbol: 'BTCUSDT' }
    case 'closeContracts':
      return { type: 'closeAllContracts', holder: who, symbol: '' }
    case 'closePerpetuals':
      return { type: 'closeAllPerpetual', holder: who, symbol: '' }
    case 'settle':
      return { type: 'settleDemo' }
    default:
      return { type: 'resetDemo', holder: who }
  }
}

function commandOf(fixture: MarginFixture, act: Act): Command | null {
  const { state } = fixture
  const { derivative } = state
  switch (act.act) {
    case 'contract':
    case 'perpetual': {
      const { kind: type, timeInForce: force } = act
      const price = type === 'market' ? 0 : priceOf(state, symbols.indexOf(act.symbol), act.away)
      const order = {
        holder: act.holder,
        symbol: act.symbol,
        side: act.side,
        kind: type,
        timeInForce: type === 'market' && force === 'POST_ONLY' ? ('GTC' as const) : force,
        price,
        lots: act.lots,
        ...none,
      }
      return act.act === 'contract'
        ? { type: 'placeContractOrder', ...order, multiple: act.multiple }
        : { type: 'placePerpetualOrder', ...order, reduceOnly: act.reduceOnly }
    }
    case 'set':
      return {
        type: 'setPerpetual',
        holder: act.holder,
        symbol: act.symbol,
        mode: act.mode,
        multiple: act.multiple,
        fault: '',
      }
    case 'cancel': {
      const order = pick(derivative.orders.values(), act.which)
      if (!order) return null
      const type = order.product === 'contract' ? 'cancelContractOrder' : 'cancelPerpetualOrder'
      return { type, holder: order.holder, order: order.id }
    }
    case 'close': {
      const position = pick(derivative.positions.values(), act.which)
      if (!position) return null
      const part = act.share === 1 ? 0 : Math.ceil(position.lots / act.share)
      return position.kind === 'ticket'
        ? { type: 'closeContract', holder: position.holder, order: position.id, lots: part, fault: '' }
        : { type: 'closePerpetual', holder: position.holder, position: position.id, lots: part, fault: '' }
    }
    case 'margin': {
      const position = pick(derivative.positions.values(), act.which)
      if (!position) return null
      const { holder: owner, id, kind: type } = position
      return type === 'ticket'
        ? { type: 'addContractMargin', holder: owner, order: id, amount: act.amount, fault: '' }
        : { type: 'addPerpetualMargin', holder: owner, position: id, amount: act.amount, fault: '' }
    }
    case 'targets': {
      const position = pick(derivative.positions.values(), act.which)
      if (!position) return null
      const stopLoss = { change: 'set' as const, price: priceOf(state, position.listing, act.away) }
      const takeProfit = { change: 'keep' as const, price: 0 }
      const { holder: owner, id } = position
      return position.kind === 'ticket'
        ? { type: 'setContractTargets', holder: owner, order: id, stopLoss, takeProfit, fault: '' }
        : { type: 'setPerpetualTargets', holder: owner, position: id, stopLoss, takeProfit, fault: '' }
    }
    case 'out':
      return { type: 'transfer', holder: act.holder, from: 'contract', to: 'coin', amount: act.amount, fault: '' }
    case 'quote': {
      fixture.now += act.after
      const listing = symbols.indexOf(act.symbol)
      const indexTenths = Math.max(
        1_000,
        Math.round((state.venue.marks.of(listing).indexTenths * (10_000 + act.by)) / 10_000),
      )
      return {
        type: 'quote',
        listing,
        time: fixture.now,
        indexTenths,
        dispersionTenths: 0,
        sources: 4,
        kind: 'simulated',
      }
    }
    case 'every':
      return everyCommand(act.holder, act.what)
  }
}

function begin(): MarginFixture {
  const fixture = new MarginFixture()
  fixture.list('ETH')
  fixture.tickNow(1_000_000)
  fixture.tickNow(1_000_000, 1)
  // some have little, so that losses meet the end of what they have
  holders.forEach((who, at) => {
    fixture.trader(who, [20_000, 2_000, 50_000, 900][at])
    for (const of of symbols) fixture.setPerpetual(who, 'cross', 20, of)
  })
  return fixture
}

// what is wrong with a state, in words; a list, since a matcher for each would take most of the test's time
function faultsOf(state: State): string[] {
  const { derivative, venue } = state
  const faults: string[] = []
  const must = (right: boolean, what: string): void => void (right || faults.push(what))
  const report = sums(state)
  for (const { posted, frozen, held, realm, currency } of report.sums) {
    must(posted === 0n && frozen === held, `${realm} ${currency}: ${posted} posted, ${frozen} frozen, ${held} held`)
  }
  let clearing = 0n
  for (const { stands, due, listing } of report.clearing) {
    must(stands === due, `clearing of ${listing} stands at ${stands}, not ${due}`)
    clearing += stands
  }
  must(venue.ledger.posted(houseHolder('demo', 'clearing'), 'coin', 0) === clearing, 'clearing is not its parts')
  for (const account of derivative.accounts.values()) {
    const { holder, perpetualHold, required } = account
    const who = holderName(holder)
    const positions = [...account.positions.values()]
    must(required === positions.reduce((sum, at) => sum + requiredBy(at), 0n), `${who} is required ${required}`)
    const balance = venue.ledger.available(holder, 'contract', 0) + perpetualHold
    must(perpetualHold === (required < balance ? required : balance), `${who} holds ${perpetualHold}`)
    must(
      positions.every((at) => at.lots > 0 && at.margin >= 0n),
      `${who} has an empty position`,
    )
    must(balance >= 0n, `${who} is below zero`)
    for (const { listing, lots: open } of account.perpetual.values()) {
      must(restingToReduce(derivative, holder, listing) <= open, `${who} would reduce more than there is`)
    }
  }
  for (const book of derivative.books.demo) {
    const [bid] = book?.levels('buy', 1) ?? []
    const [ask] = book?.levels('sell', 1) ?? []
    must(!bid || !ask || bid.price < ask.price, 'the book is crossed')
  }
  for (const listing of [0, 1]) must(netLots(state, listing) === 0, `the lots of ${listing} do not cancel out`)
  return faults
}

// of users and house together: each trade has two sides
function netLots(state: State, listing: number): number {
  const { house, positions } = state.derivative
  const held = house.demo[listing]
  let net = held ? (held.side === 'long' ? held.lots : -held.lots) : 0
  for (const position of positions.values()) {
    if (position.listing === listing) net += position.side === 'long' ? position.lots : -position.lots
  }
  return net
}

// byte by byte: a matcher that looks at each as an object takes most of the test's time
function alike(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}

describe('any sequence of leveraged commands', () => {
  it('keeps the books right, and its events alone give the same state at every step', () => {
    const seen = new Map<string, number>()
    const note = (name: string): void => void seen.set(name, (seen.get(name) ?? 0) + 1)
    fc.assert(
      fc.property(acts, (list) => {
        const fixture = begin()
        let bytes = encodeState(fixture.state)
        let replica = decodeState(bytes)
        list.forEach((act, at) => {
          fixture.now += 1
          const command = commandOf(fixture, act)
          if (!command) return
          const outcome = fixture.run(decode(envelopeCodec, encode(envelopeCodec, { key: null, command })).command)
          note(`${command.type} ${outcome.ok ? 'ok' : outcome.rejection.reason}`)
          if (outcome.ok) expect(decode(answerCodec, encode(answerCodec, outcome.answer))).toEqual(outcome.answer)
          for (const event of outcome.ok ? outcome.events : []) {
            note(event.type)
            evolve(replica, decode(eventCodec, encode(eventCodec, event)), fixture.now)
          }
          const faults = faultsOf(fixture.state)
          const after = encodeState(fixture.state)
          if (!outcome.ok && !alike(after, bytes)) faults.push(`${command.type} was refused and changed something`)
          if (!alike(encodeState(replica), after)) faults.push(`${command.type} is not told whole by its events`)
          expect(faults).toEqual([])
          bytes = after
          if (at % 7 === 0) replica = decodeState(encodeState(replica))
        })
      }),
      { numRuns: 40, seed: 20_261_128 },
    )
    // the runs are worth something only where they reach what they are for
    const reached = [
      'derivativeTraded',
      'derivativeOrderRested',
      'positionTakenOver',
      'closePerpetual ok',
      'resetDemo ok',
    ]
    for (const name of reached) expect(seen.get(name) ?? 0, name).toBeGreaterThan(0)
  }, 120_000)

  it('moves that sum to zero in every event, and gives the same events for the same commands', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const run = (): Event[] => {
          const fixture = begin()
          return list.flatMap((act) => {
            const command = commandOf(fixture, act)
            const outcome = command ? fixture.run(command) : null
            return outcome?.ok ? outcome.events : []
          })
        }
        const events = run()
        for (const event of events) {
          let total = 0n
          for (const move of movesOf(event)) if (move.kind === 'entry') total += move.amount
          expect(total).toBe(0n)
        }
        expect(run()).toEqual(events)
      }),
      { numRuns: 40 },
    )
  }, 120_000)
})

describe('usable', () => {
  it('is what a transfer out may take, to the last unit', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const fixture = begin()
        for (const act of list) {
          const command = commandOf(fixture, act)
          if (command) fixture.run(command)
        }
        for (const who of holders) {
          const { derivative, venue } = fixture.state
          const { usable, undecided } = crossFigures(derivative, venue, who, fixture.now)
          const out = { type: 'transfer', holder: who, from: 'contract', to: 'coin', fault: '' } as const
          const beyond = usable < venue.ledger.available(who, 'contract', 0)
          const short = undecided === null ? 'transfer_beyond_usable' : 'position_undecided'
          const reason = beyond ? short : 'balance_insufficient'
          expect(fixture.refused({ ...out, amount: usable + 1n })).toBe(reason)
          if (usable > 0n) fixture.must({ ...out, amount: usable })
        }
      }),
      { numRuns: 40 },
    )
  }, 120_000)
})
