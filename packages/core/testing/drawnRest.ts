import { products } from '../capability/products.ts'
import { derivativeOf } from '../derivative/state.ts'
import type { Command } from '../vocabulary.ts'
import { disableGrounds, freezeGrounds, haltGrounds } from '../suspension/words.ts'
import type { Draw } from './draw.ts'
import type { drawnTrades, Draws } from './drawnTrades.ts'
import type { drawnWallet } from './drawnWallet.ts'
import { optionTerms } from './optionFixture.ts'

const dayMs = 86_400_000
const fault = ''
const unit = 1_000_000n

/** What options are offered with in runs: also for seconds, so that many expire. */
export const runOptions = {
  ...optionTerms,
  durations: [1, 3, 5, 60].map((seconds) => ({ seconds, rate: 800_000_000 + seconds })),
}

function second(draw: Draw) {
  return Math.ceil((draw.now + 1) / 1_000) * 1_000
}

function sample(draw: Draw, stamp: number): Extract<Command, { type: 'sampleIndex' }> {
  const samples = draw.marks.map((indexTenths, listing) => ({ listing, indexTenths, sources: 4, fresh: true }))
  return { type: 'sampleIndex', stamp, kind: 'live', samples }
}

// by one person, by two, or by one who is declared to be the only one; now and then by fewer than are needed
function byWhom(draw: Draw) {
  return draw.pick([
    { asker: 1, approver: 0, basis: 'emergency' },
    { asker: 1, approver: 2, basis: 'confirmed' },
    { asker: 2, approver: 2, basis: 'single_operator' },
    { asker: 0, approver: 0, basis: 'carried_over' },
    { asker: 1, approver: 1, basis: 'confirmed' },
  ] as const)
}

const seconds = 1_000

/** Commands that are no trades, and move no money in or out: savings, self-limits, the market's and an operator's. */
export const drawnRest: Draws<Exclude<Command['type'], keyof typeof drawnTrades | keyof typeof drawnWallet>> = {
  suspendHolder: (draw) => {
    const kind = draw.pick(['freeze', 'disable'] as const)
    const ground = kind === 'freeze' ? draw.pick(freezeGrounds) : draw.pick(disableGrounds)
    const durationMs = (1 + draw.below(30)) * seconds
    return [{ type: 'suspendHolder', holder: draw.holder, kind, ground, claim: 5, durationMs, ...byWhom(draw) }]
  },
  releaseHolder: (draw) => {
    const standing = draw.state.venue.suspensions
      .keep()
      .holders.flatMap(({ holder, freeze, disable }) => [
        ...(freeze.suspension > 0 ? [{ holder, kind: 'freeze' as const }] : []),
        ...(disable.suspension > 0 ? [{ holder, kind: 'disable' as const }] : []),
      ])
    const of = standing.length > 0 ? draw.pick(standing) : { holder: draw.holder, kind: 'freeze' as const }
    return [{ type: 'releaseHolder', ...of, operator: 1 }]
  },
  suspendMarket: (draw) => [
    {
      type: 'suspendMarket',
      listing: draw.below(2),
      halt: draw.pick(['halted', 'cancel_only'] as const),
      reason: 'drill',
      ground: draw.pick(haltGrounds),
      durationMs: (1 + draw.below(4)) * seconds,
      ...byWhom(draw),
    },
  ],
  resumeMarket: (draw) => {
    const halted = draw.state.venue.suspensions.keep().listings.filter(({ own }) => own.suspension > 0)
    const listing = halted.length > 0 ? draw.pick(halted).listing : draw.below(2)
    return [{ type: 'resumeMarket', listing, ...byWhom(draw) }]
  },
  // tagged now and then, and not for long
  tagStaff: (draw) => [{ type: 'tagStaff', holder: draw.holder, staff: draw.once(5) }],
  openHolder: (draw) => [{ type: 'openHolder', holder: draw.holder, realm: 'demo', country: '' }],
  setStanding: (draw) => [
    {
      type: 'setStanding',
      holder: draw.holder,
      disabled: draw.once(6),
      realName: draw.pick(['approved', 'approved', 'advanced', 'missing'] as const),
      country: 'FR',
    },
  ],
  resetDemo: (draw) => [{ type: 'resetDemo', holder: draw.holder }],
  transfer: (draw) => {
    const [from, to] = draw.pick([
      ['coin', 'contract'],
      ['contract', 'coin'],
      ['coin', 'option'],
      ['option', 'coin'],
    ] as const)
    return [{ type: 'transfer', holder: draw.holder, from, to, amount: draw.usdt(700), fault }]
  },
  boundPool: (draw) => [{ type: 'boundPool', realm: 'real', currency: draw.below(2), debtMax: 2n ** 50n }],
  publishMining: (draw) => [
    {
      type: 'publishMining',
      product: draw.below(2),
      terms: {
        realm: 'real',
        currency: 0,
        days: 1 + draw.below(3),
        rateMin: 3_000_000,
        rateMax: 4_000_000,
        minimum: 0n,
        maximum: 50_000n * unit,
        capacity: 900_000n * unit,
        redemptionRate: 20_000_000,
        text: 1,
        digest: 'd1',
      },
    },
  ],
  switchMining: (draw) => [{ type: 'switchMining', product: 1 + draw.below(3), on: !draw.once(3) }],
  publishMiningRates: (draw) => {
    const rates = [{ day: Math.floor(draw.now / dayMs) + 1 + draw.below(3), rate: 3_000_000 + draw.below(1_000_000) }]
    return [{ type: 'publishMiningRates', product: 1 + draw.below(3), rates }]
  },
  openMining: (draw) => {
    const product = 1 + draw.below(Math.max(1, draw.state.mining.nextProduct - 1))
    return [{ type: 'openMining', holder: draw.holder, product, amount: draw.usdt(900), versionShown: null, fault }]
  },
  redeemMining: (draw) => {
    const orders = [...draw.state.mining.orders.values()]
    if (orders.length === 0) return []
    const { id: order, holder } = draw.pick(orders)
    return [{ type: 'redeemMining', holder: draw.once(6) ? draw.holder : holder, order }]
  },
  publishInvest: (draw) => [
    {
      type: 'publishInvest',
      terms: {
        realm: 'real',
        listing: 0,
        direction: draw.pick(['sell_high', 'buy_low'] as const),
        referencePrice: draw.priceOf(0),
        annualRate: 365_000_000,
        days: 1,
        sharePrice: draw.usdt(90),
        shares: 40,
        maturity: second(draw) + 2 * dayMs,
        text: 1,
        digest: 'd1',
      },
    },
  ],
  closeInvest: (draw) => [{ type: 'closeInvest', product: draw.state.invest.nextProduct - 1 }],
  buyInvest: (draw) => [
    {
      type: 'buyInvest',
      holder: draw.holder,
      product: Math.max(1, draw.state.invest.nextProduct - 1 - draw.below(2)),
      shares: 1 + draw.below(4),
      fault,
    },
  ],
  launchIeo: (draw) => [
    {
      type: 'launchIeo',
      terms: {
        realm: 'real',
        currency: 1,
        passQuantity: 1_003n,
        passPrice: 1_000_000n,
        supply: 20 + draw.below(60),
        applicationMin: 1,
        holderMax: 100,
        opensAt: draw.now,
        closesAt: draw.now + 7_200_000,
        marketAt: draw.now + 10_800_000,
        text: 1,
        digest: 'd1',
      },
    },
  ],
  cancelIeo: (draw) => [{ type: 'cancelIeo', project: draw.state.ieo.nextProject - 1 }],
  subscribeIeo: (draw) => [
    {
      type: 'subscribeIeo',
      holder: draw.holder,
      project: Math.max(1, draw.state.ieo.nextProject - 1),
      passes: 1 + draw.below(40),
      fault,
    },
  ],
  pauseRisk: (draw) => [{ type: 'pauseRisk', holder: draw.holder, until: draw.now + 1_000 * (1 + draw.below(9)) }],
  setOwnLimit: (draw) => [
    {
      type: 'setOwnLimit',
      holder: draw.holder,
      limit: draw.pick(['deposit_day', 'loss_day', 'stake'] as const),
      amount: draw.once(4) ? null : draw.usdt(200),
    },
  ],
  configureOption: (draw) => [
    { type: 'configureOption', listing: draw.listing, terms: { ...runOptions, on: !draw.once(4) } },
  ],
  configureDerivative: (draw) => {
    const { listing: _, ...terms } = derivativeOf(draw.state.derivative, 0)
    const feeRateContract = draw.pick([terms.feeRateContract, 400_000, 500_000, 600_000])
    const changed = { feeRateContract, contractOn: !draw.once(6), perpetualOn: !draw.once(6) }
    return [{ type: 'configureDerivative', listing: draw.listing, terms: { ...terms, ...changed } }]
  },
  announceBrackets: (draw) => [
    {
      type: 'announceBrackets',
      listing: draw.listing,
      brackets: [{ floor: 0n, maintenanceRate: 6_000_000, multipleMax: 100 }],
      effectiveAt: draw.now + dayMs + 60_000,
    },
  ],
  withdrawBrackets: (draw) => [{ type: 'withdrawBrackets', listing: draw.listing }],
  listCurrency: (draw) => [{ type: 'listCurrency', code: `C${draw.below(3)}`, scale: 6 }],
  listSymbol: (draw) => {
    const terms = { ...draw.state.venue.listings[0], code: `X${draw.below(3)}USDT` }
    return [{ type: 'listSymbol', terms: { ...terms, spot: false } }]
  },
  setListingTerms: (draw) => {
    const listing = draw.below(2)
    const { id: _, quotePerTickStep: _quote, basePerStep: _base, ...terms } = draw.state.venue.listings[listing]
    return [{ type: 'setListingTerms', listing, terms: { ...terms, halt: 'halted', sessions: [] } }]
  },
  configureListing: (draw) => {
    const listing = draw.listing
    const terms = draw.state.venue.listings[listing]
    return [
      {
        type: 'configureListing',
        listing,
        terms: { ...terms, halt: 'trading', haltReason: '', sessions: [], spot: !draw.once(6) },
      },
    ]
  },
  haltListing: (draw) => [
    {
      type: 'haltListing',
      listing: draw.listing,
      halt: draw.pick(['cancel_only', 'halted', 'trading', 'trading'] as const),
      reason: 'checked',
    },
  ],
  switchProduct: (draw) => [{ type: 'switchProduct', country: 'FR', product: draw.pick(products), on: !draw.once(6) }],
  tellRealMoney: (draw) => [{ type: 'tellRealMoney', unmet: draw.once(6) ? ['mail_configured'] : [] }],
  settleDemo: () => [{ type: 'settleDemo' }],
  sampleSources: (draw) => {
    const part = { venue: 0, dollar: false, sum: 20_000n, age: 5 }
    const samples = [{ listing: 0, decimals: 1, rate: null, parts: [part] }]
    const { lastStamp: stamp } = draw.state.venue
    return [{ type: 'sampleSources', stamp, kind: 'live', venues: ['a'], samples }]
  },
  sampleHeard: (draw) => {
    const sources = [{ venue: 'a', age: draw.below(2_000) - 500 }]
    return [
      { type: 'sampleHeard', stamp: Math.max(0, draw.state.venue.lastStamp - draw.below(2)), kind: 'live', sources },
    ]
  },
  sampleIndex: (draw) => {
    const from = second(draw)
    const next = draw.state.invest.windows.find(({ maturity }) => maturity > from + 1_000_000)?.maturity
    if (next !== undefined && draw.once(25)) {
      return Array.from({ length: 906 }, (_, at) => sample(draw, next + (at - 900) * 1_000))
    }
    // the market is silent over some seconds, and options expire meanwhile
    if (draw.once(5)) return [0, 1, 2, 3, 4, 5].map((at) => ({ ...sample(draw, from + at * 1_000), samples: [] }))
    if (draw.once(12)) return [sample(draw, from + draw.pick([1, 8, 26]) * 3_600_000)]
    return Array.from({ length: 1 + draw.below(6) }, (_, at) => sample(draw, from + at * 1_000))
  },
  // of one listing, by few sources or many, at times heard late
  sourcedQuote: (draw) => {
    const listing = draw.listing
    // what comes late may have moved far, so that somebody's takeover waits for a younger one
    const late = draw.pick([0, 0, 0, 40, 600, 4_800])
    const mark = draw.marks[listing] * (1 + ((draw.below(1_001) - 500) / 500) * (late > 1_000 ? 0.08 : 0.006))
    draw.marks[listing] = Math.min(1_500_000, Math.max(700_000, Math.round(mark)))
    const decimals = draw.state.venue.listings[listing].priceDecimals + 1
    const parts = Array.from({ length: draw.once(6) ? draw.below(3) : 4 }, (_, at) => ({
      venue: at % 2,
      dollar: false,
      sum: at === 0 ? 2n * BigInt(draw.marks[listing]) : BigInt(draw.below(60) - 30),
      age: draw.below(900),
    }))
    const time = draw.now - late
    const sample = { listing, decimals, rate: null, parts }
    return [{ type: 'sourcedQuote', time, kind: draw.once(15) ? 'simulated' : 'live', venues: ['a', 'b'], sample }]
  },
  quote: (draw) => {
    const listing = draw.listing
    const most = draw.once(10) ? 0.08 : 0.012
    const mark = draw.marks[listing] * (1 + ((draw.below(1_001) - 500) / 500) * most)
    draw.marks[listing] = Math.min(1_500_000, Math.max(700_000, Math.round(mark)))
    const sources = draw.once(20) ? draw.below(4) : 4
    return [0, 1].map((at) => ({
      type: 'quote',
      listing: at,
      time: draw.now,
      indexTenths: draw.marks[at],
      dispersionTenths: draw.below(40),
      sources,
      kind: 'live' as const,
    }))
  },
}
