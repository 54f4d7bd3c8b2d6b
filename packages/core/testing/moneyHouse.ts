import { firstConversionTerms } from '../convert/terms.ts'
import { firstWalletTerms } from '../wallet/terms.ts'
import { houseAccounts } from '../ledger/holders.ts'
import { products } from '../capability/products.ts'
import type { Command } from '../vocabulary.ts'
import { pick, type Asked } from './moneyAsk.ts'
import { moneyDerivative } from './moneyRun.ts'
import { optionTerms } from './optionFixture.ts'

const unit = 1_000_000n
const dayMs = 86_400_000
const { brackets } = moneyDerivative
const steeper = brackets.map(({ floor, ...rest }, at) => ({
  ...rest,
  floor: floor / 2n,
  maintenanceRate: rest.maintenanceRate + 1_000_000 * at,
}))
const gentler = brackets.map(({ floor, ...rest }) => ({ ...rest, floor: floor * 2n }))

function* published({ run, a, c, d }: Asked): Generator<Command> {
  const { now, indexes } = run
  const text = { text: 1, digest: 'd1' }
  if (a % 3 === 0) {
    const { mining } = run.state
    const last = [...mining.products.keys()].at(-1) ?? 0
    if (c % 3 > 0 && last > 0) {
      if (c % 3 === 1) yield { type: 'switchMining', product: last, on: d % 3 > 0 }
      else
        yield {
          type: 'publishMiningRates',
          product: last,
          rates: [{ day: Math.floor(now / dayMs) + 1 + (d % 4), rate: 3_000_000 + d * 1_000 }],
        }
      return
    }
    const currency = d % 2
    const scale = currency === 0 ? unit : 100_000n
    const amounts = { minimum: 10n * scale, maximum: 5_000n * scale, capacity: 12_000n * scale }
    const rates = { rateMin: 3_000_000, rateMax: 4_000_000, redemptionRate: 20_000_000 }
    yield {
      type: 'publishMining',
      product: c % 4 === 0 ? last : 0,
      terms: { realm: 'real', currency, days: 1 + (d % 6), ...rates, ...amounts, ...text },
    }
  } else if (a % 3 === 1) {
    const { products: known } = run.state.invest
    if (c % 7 === 0 && known.size > 0) {
      yield { type: 'closeInvest', product: pick([...known.keys()], d) }
      return
    }
    const [listing, days] = [d % 2, pick([1, 1, 7], c)]
    const direction = pick(['sell_high', 'buy_low'] as const, a >> 2)
    const sharePrice = direction === 'sell_high' ? 1_000_000n : 100n * unit
    const maturity = Math.ceil((now + days * dayMs + pick([20_000, 600_000], d)) / 1_000) * 1_000
    const price = { referencePrice: Math.round((indexes[listing] ?? 0) / 10), annualRate: 365_000_000 }
    yield {
      type: 'publishInvest',
      terms: { realm: 'real', listing, direction, ...price, days, sharePrice, shares: 150, maturity, ...text },
    }
  } else {
    const { projects } = run.state.ieo
    if (c % 7 === 0 && projects.size > 0) {
      yield { type: 'cancelIeo', project: pick([...projects.keys()], d) }
      return
    }
    const window = { opensAt: now, closesAt: now + pick([2_000, 20_000, dayMs], c), marketAt: now + dayMs + 60_000 }
    const passes = {
      passQuantity: 1_000_000n,
      passPrice: 90n * unit,
      supply: 1 + (d % 60),
      applicationMin: 1,
      holderMax: 200,
    }
    yield { type: 'launchIeo', terms: { realm: 'real', currency: 1, ...passes, ...window, ...text } }
  }
}

function configured({ run, a, c, d }: Asked): Command {
  const { listings } = run.state.venue
  const listing = a % 3
  const change = pick(
    [
      { halt: 'halted' },
      { halt: 'cancel_only' },
      { sessions: [{ weekday: 0, fromMinute: 0, toMinute: 1 }] },
      { feeRateMaker: 2_000_000, feeRateTaker: 3_333_333 },
      { feeRateMaker: 0, feeRateTaker: 0 },
      { collarRate: 1_000_000 },
    ] as const,
    c,
  )
  const open = { halt: 'trading', sessions: [], collarRate: 50_000_000 } as const
  const { sessions, ...terms } = { ...listings[listing], ...open, ...(d % 4 === 0 ? change : {}) }
  if (d % 5 === 0)
    return {
      type: 'haltListing',
      listing,
      halt: pick(['trading', 'halted', 'trading', 'cancel_only', 'trading'] as const, c),
      reason: '',
    }
  return { type: 'configureListing', listing, terms: { ...terms, sessions: [...sessions] } }
}

function derivativeTerms({ a, c, d }: Asked): Command {
  const change = pick(
    [
      { openInterestUserMax: 24_000n * unit },
      { openInterestMax: 42_000n * unit },
      { openInterestUserMax: 30_000n * unit, openInterestMax: 60_000n * unit },
      { insuranceFloor: 1_000_000n * unit },
      { brackets: steeper },
      { brackets: gentler },
      { feeRateContract: 1_234_567, feeRatePerpetualTaker: 777_777, feeRatePerpetualMaker: 0 },
      { perpetualOn: false },
      { houseDebtMax: 0n },
      { ladder: { ...moneyDerivative.ladder, positionMax: 500 } },
    ],
    c,
  )
  return { type: 'configureDerivative', listing: a % 2, terms: { ...moneyDerivative, ...(d % 3 > 0 ? change : {}) } }
}

function moved({ a, c, d, realm }: Asked): Command {
  const accounts = houseAccounts.filter((account) => account !== 'clearing' || d % 7 === 0)
  const isFund = c % 2 === 0
  return {
    type: 'moveHouse',
    realm,
    from: isFund ? pick(['external', 'external', 'insurance'] as const, a) : pick(accounts, a),
    to: isFund ? pick(['insurance', 'insurance', 'external'] as const, a) : pick(accounts, a >> 4),
    currency: isFund ? 0 : d % 4,
    amount: BigInt(1 + d) * unit,
    asker: 1,
    approver: pick([2, 2, 2, 1], d),
  }
}

/** What an act of the operators asks for. */
export function* houseCommands(kind: string, asked: Asked): Generator<Command> {
  const { run, holder, realm, a, b, c, d } = asked
  switch (kind) {
    case 'wealthTerms':
      if (d % 11 === 0)
        yield { type: 'boundPool', realm: 'real', currency: a % 2, debtMax: pick([0n, 10n ** 11n, 10n ** 11n], c) }
      else yield* published(asked)
      return
    case 'house':
      yield moved(asked)
      return
    case 'manual':
      yield {
        type: 'enterManually',
        holder,
        kind: pick(['deposit', 'withdrawal'] as const, a),
        currency: d % 4,
        amount: BigInt(1 + c) * pick([1n, 1_000n, unit], d),
        asker: 1,
        approver: 2,
      }
      return
    case 'exchangeTerms': {
      const { worthMax, debtMax, stockMax } = firstConversionTerms
      const other = pick(
        [
          { feeRate: 20_000_000 },
          { feeRate: 0, spreadRate: 0 },
          { worthMax: worthMax / 100n },
          {},
          { debtMax: debtMax / 10_000n },
          { stockMax: stockMax / 50n, refillPerSecond: 0n },
        ],
        c,
      )
      yield { type: 'configureConversion', terms: { ...firstConversionTerms, ...other } }
      return
    }
    case 'walletTerms':
      yield {
        type: 'configureWallet',
        terms: {
          ...firstWalletTerms,
          ...pick(
            [
              { feeRate: 9_999_999 },
              { feeMin: 10n * unit },
              { withdrawalMin: 100n * unit },
              {},
              { fourEyesMin: 0n },
              { reviewMs: 60_000 },
            ],
            c,
          ),
        },
      }
      return
    case 'terms':
      yield derivativeTerms(asked)
      return
    case 'brackets':
      if (d % 4 === 0) yield { type: 'withdrawBrackets', listing: a % 2 }
      else
        yield {
          type: 'announceBrackets',
          listing: a % 2,
          brackets: pick([steeper, gentler, brackets], c),
          effectiveAt: run.now + dayMs + d,
        }
      return
    case 'listing':
      yield configured(asked)
      return
    case 'product':
      if (c % 3 === 0) yield { type: 'tellRealMoney', unmet: d % 3 === 0 ? ['two_operators'] : [] }
      else
        for (const product of products)
          yield { type: 'switchProduct', country: 'FR', product, on: d % 3 > 0 || product !== pick(products, a) }
      return
    case 'optionTerms':
      yield {
        type: 'configureOption',
        listing: a % 2,
        terms: { ...optionTerms, exposureMax: BigInt(100 + 2 * d) * unit, on: c % 5 > 0 },
      }
      return
    case 'standing':
      yield {
        type: 'setStanding',
        holder,
        disabled: c % 5 === 0,
        realName: pick(['approved', 'advanced', 'approved', 'missing'] as const, d),
        country: 'FR',
      }
      return
    default:
  }
  if (kind === 'stake' && c % 6 === 0 && realm === 'demo') {
    const [missing] = run.state.option.missing.values()
    if (!missing) return
    const { listing, expiry } = missing
    const price = BigInt(run.indexes[listing] ?? 0) * 10n ** 10n
    const trades = ['one', 'two'].map((source, at) => ({ source, trade: `${b}`, time: expiry - at, price }))
    yield { type: 'rebuildOptionExit', listing, expiry, trades }
  }
}
