import type { InvestDirection } from '@truemark/core/invest/terms'
import { isOnSale } from '@truemark/core/invest/decide'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { dayMs } from '@truemark/core/money/units'
import type { LocaleId } from '@truemark/protocol/locale'
import { locales } from '@truemark/protocol/locale'
import type { InvestDraftBody } from '@truemark/protocol/routes/deskInvest'
import { house } from '../engine/door.ts'
import { startRounds } from '../platform/rounds.ts'
import type { Translate } from '../platform/texts/translator.ts'
import { wealthDrafts } from '../draft/door.ts'
import { termsOf } from './desk.ts'
import type { InvestPorts } from './ports.ts'

const lookInterval = 60_000
const firstLook = 3_000
/** How many days a showroom product is on sale, and the hour (UTC) at which it matures. */
const saleDays = 30
const maturityHour = 8

interface Shown {
  readonly coin: 'BTC' | 'ETH'
  readonly direction: InvestDirection
  readonly days: number
  /** The reference price above or below the index, in percent. */
  readonly away: number
  readonly annualRate: string
  readonly sharePrice: string
}

/** What the demo shows of invest; nobody can buy it there, and the real realm has nothing before two operators publish. */
const shown: readonly Shown[] = [
  { coin: 'BTC', direction: 'sell_high', days: 7, away: 5, annualRate: '0.182', sharePrice: '0.01' },
  { coin: 'BTC', direction: 'buy_low', days: 7, away: -5, annualRate: '0.164', sharePrice: '500' },
  { coin: 'BTC', direction: 'sell_high', days: 30, away: 10, annualRate: '0.121', sharePrice: '0.01' },
  { coin: 'ETH', direction: 'sell_high', days: 1, away: 2, annualRate: '0.284', sharePrice: '0.1' },
  { coin: 'ETH', direction: 'buy_low', days: 30, away: -10, annualRate: '0.135', sharePrice: '500' },
  { coin: 'ETH', direction: 'buy_low', days: 90, away: -15, annualRate: '0.098', sharePrice: '500' },
]
const sharesEach = 1_000

export interface ShowroomPorts extends Pick<InvestPorts, 'exchange' | 'catalogue' | 'database' | 'indexOf' | 'now'> {
  readonly translate: Translate
  readonly onError: (error: unknown) => void
}

/** Keeps products on sale in the demo's list, around the index of the day; gives how to stop that. */
export function startShowroom(ports: ShowroomPorts): () => Promise<void> {
  return startRounds(() => fill(ports), { everyMs: lookInterval, first: firstLook, onError: ports.onError })
}

/** Publishes what the demo shows where nothing is on sale there and the prices of its coins are known. */
export async function fill(ports: ShowroomPorts): Promise<void> {
  const { exchange, now } = ports
  const { products } = await exchange.ask(house, { type: 'investProducts', realm: 'demo' })
  if (products.some((product) => isOnSale(product, now()))) return
  const bodies = shown.map((one) => bodyFor(ports, one))
  for (const body of bodies) if (body !== null) await show(ports, body)
}

async function show(ports: ShowroomPorts, body: InvestDraftBody): Promise<void> {
  const draft = await wealthDrafts.insert(ports.database, 'invest', JSON.stringify(body), { name: '', at: ports.now() })
  const terms = termsOf(ports, body, { text: draft.id, digest: draft.digest })
  if (!terms.ok) return
  const published = await ports.exchange.command(house, { type: 'publishInvest', terms: terms.data }, null)
  if (published.ok) await wealthDrafts.markPublished(ports.database, draft.id)
}

// null where the coin's index, or the coin, is not known
function bodyFor({ catalogue, indexOf, translate, now }: ShowroomPorts, one: Shown): InvestDraftBody | null {
  const listing = catalogue.byCode(`${one.coin}USDT`)
  const index = listing === undefined ? null : indexOf(listing.code)
  const tenths = index === null || listing === undefined ? null : parseDecimal(index, listing.priceDecimals + 1)
  if (listing === undefined || tenths === null) return null
  const maturity = maturityAfter(now() + (saleDays + one.days) * dayMs)
  return {
    realm: 'demo',
    name: '',
    symbol: listing.code,
    direction: one.direction,
    linked_reference_price: roundPrice((tenths * BigInt(100 + one.away)) / 100n, listing.priceDecimals),
    annualized_return: one.annualRate,
    holding_period: one.days,
    single_price: one.sharePrice,
    shares: sharesEach,
    maturity_date: maturity,
    yield_source: Object.fromEntries(
      locales.map(({ id }): [LocaleId, string] => [id, translate(id, 'showroom.invest', {}) ?? '']),
    ),
  }
}

function maturityAfter(time: number): number {
  return Math.ceil((time - maturityHour * 3_600_000) / dayMs) * dayMs + maturityHour * 3_600_000
}

// to three leading figures, as reference prices are
function roundPrice(tenths: bigint, priceDecimals: number): string {
  let unit = 10n
  while (tenths / unit >= 1_000n) unit *= 10n
  return formatDecimal(((tenths + unit / 2n) / unit) * unit, priceDecimals + 1)
}
