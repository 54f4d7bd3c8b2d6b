import { big, bool, holderId, list, nullable, oneOf, struct, u53, type Of } from '../codec/codec.ts'
import { realms, type Realm, type HolderId } from '../ledger/holders.ts'
import { dayRateCodec } from './command.ts'
import { miningOrdersOf, type MiningOrder, type MiningProduct, type MiningState } from './state.ts'
import { dayOf, miningTermsCodec } from './terms.ts'

/** `settled` ran its whole time, `history` was redeemed before. Places are for ever. */
export const miningStatuses = ['ongoing', 'settled', 'history'] as const
export type MiningStatus = (typeof miningStatuses)[number]

/** A locked-mining order as it stands. */
export const miningViewCodec = struct({
  order: u53,
  holder: holderId,
  product: u53,
  version: u53,
  currency: u53,
  amount: big,
  rateMin: u53,
  rateMax: u53,
  days: u53,
  redemptionRate: u53,
  firstDay: u53,
  openedAt: u53,
  daysPaid: u53,
  paid: big,
  status: oneOf(miningStatuses),
  /** What the early redemption cost; 0 where there was none. */
  cost: big,
  /** When it ended; 0 while it runs. */
  endedAt: u53,
})
export type MiningView = Of<typeof miningViewCodec>

const productViewCodec = struct({
  product: u53,
  version: u53,
  terms: miningTermsCodec,
  on: bool,
  locked: big,
  /** The published rates from yesterday on. */
  rates: list(dayRateCodec),
})
export type MiningProductView = Of<typeof productViewCodec>

export const miningQueries = {
  miningProducts: [100, struct({ realm: oneOf(realms) })],
  miningOrders: [101, struct({ holder: holderId })],
  /** What all running orders of a realm lock and can still earn, day by day: for those who answer for it. */
  miningForecast: [102, struct({ realm: oneOf(realms) })],
} as const

const forecastDayCodec = struct({
  currency: u53,
  day: u53,
  /** Income of the day at the lowest and at the highest that it can be, and principal that is free at its end. */
  incomeMin: big,
  incomeMax: big,
  principal: big,
})
export type ForecastDay = Of<typeof forecastDayCodec>

export const miningReplies = {
  miningProducts: [100, struct({ products: list(productViewCodec) })],
  miningOrders: [101, struct({ orders: list(miningViewCodec) })],
  miningForecast: [102, struct({ days: list(forecastDayCodec) })],
} as const

export const miningAnswers = {
  mining: [100, struct({ view: nullable(miningViewCodec) })],
  miningProduct: [101, struct({ product: u53, version: u53 })],
} as const

/** A running order as it is shown. */
export function miningViewOf(order: MiningOrder): MiningView {
  return { ...order, order: order.id, status: 'ongoing', cost: 0n, endedAt: 0 }
}

function productView({ id, version, terms, on, locked, rates }: MiningProduct, today: number): MiningProductView {
  const shown = [...rates].filter(([day]) => day >= today - 1).map(([day, rate]) => ({ day, rate }))
  return { product: id, version, terms, on, locked, rates: shown }
}

/** The products of a realm, oldest first. */
export function miningProductViews(mining: MiningState, realm: Realm, now: number): MiningProductView[] {
  const own = [...mining.products.values()].filter(({ terms }) => terms.realm === realm)
  return own.map((product) => productView(product, dayOf(now)))
}

/** A holder's running orders as they are shown, oldest first. */
export function miningViewsOf(mining: MiningState, holder: HolderId): MiningView[] {
  return miningOrdersOf(mining, holder).map(miningViewOf)
}
