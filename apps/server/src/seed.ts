import type { ListingTerms } from '@truemark/core/book/listing'
import { parseDecimal } from '@truemark/core/money/decimal'
import { usdtScale } from '@truemark/core/money/units'
import { client } from '@truemark/protocol/client'
import type { Catalogue, Exchange } from './engine/door.ts'
import { house } from './engine/door.ts'
import type { ListedSymbols, SymbolSpec } from './market/door.ts'

const coinScale = 8
/** Rates at 10⁻⁹: spot fees 0.1 %, the price collar of market orders 5 %. */
const feeRate = 1_000_000
const collarRate = 50_000_000
/** The house ladder: 20 levels from 0.02 % off the index, 0.02 % apart, about 5 000 USDT each. */
const ladderLevels = 20
const halfSpreadRate = 200_000
const gapRate = 200_000
const levelNotional = 5_000
const refillsPerMinute = 30
const positionLevels = 2_000
const notionalMax = 10_000_000
/** The highest multiple of the seed's price at which an order may stand. */
const priceMaxFactor = 100

/**
 * Lists the currencies and symbols that the symbols' table was filled with in an exchange that has none yet, or what is
 * missing of them where an earlier start was cut short. Throws where the engine refuses.
 */
export async function seedListings(
  exchange: Exchange,
  catalogue: Catalogue,
  { specs }: Pick<ListedSymbols, 'specs'>,
): Promise<void> {
  for (const code of ['USDT', ...specs.map((spec) => spec.base)]) {
    if (catalogue.currencyByCode(code) !== undefined) continue
    const scale = code === 'USDT' ? usdtScale : coinScale
    await send(exchange, { type: 'listCurrency', code, scale })
  }
  for (const spec of specs) {
    if (catalogue.byCode(spec.code) !== undefined) continue
    await send(exchange, { type: 'listSymbol', terms: termsOf(spec, catalogue) })
  }
}

async function send(exchange: Exchange, command: Parameters<Exchange['command']>[1]): Promise<void> {
  const listed = await exchange.command(house, command)
  if (!listed.ok) throw new Error(`the engine refused to list: ${listed.reason}`)
}

function termsOf(spec: SymbolSpec, catalogue: Catalogue): ListingTerms {
  const base = catalogue.currencyByCode(spec.base)
  const quote = catalogue.currencyByCode(spec.quote)
  if (base === undefined || quote === undefined) throw new Error(`${spec.code} has a currency that is not listed`)
  // The seed's price is a parameter for sizes, not a price that anything trades at.
  const stepsPerLevel = Math.max(1, Math.round((levelNotional / spec.simulation.price) * 10 ** spec.quantityDecimals))
  return {
    code: spec.code,
    base: base.id,
    quote: quote.id,
    priceDecimals: spec.priceDecimals,
    quantityDecimals: spec.quantityDecimals,
    priceMax: Math.round(spec.simulation.price * priceMaxFactor * 10 ** spec.priceDecimals),
    quantityMax: Math.max(1, Math.round((notionalMax / spec.simulation.price) * 10 ** spec.quantityDecimals)),
    notionalMinExclusive: Number(parseDecimal(client.spotAmountMin, quote.scale) ?? 0n),
    feeRateMaker: feeRate,
    feeRateTaker: feeRate,
    collarRate,
    ladder: {
      levels: ladderLevels,
      halfSpreadRate,
      gapRate,
      levelQuantity: stepsPerLevel,
      refillPerSecond: Math.max(1, Math.round((stepsPerLevel * refillsPerMinute) / 60)),
      positionMax: stepsPerLevel * positionLevels,
    },
    sessions: [],
    halt: 'trading',
    haltReason: '',
    spot: true,
  }
}
