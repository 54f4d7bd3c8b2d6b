import type { DerivativeTerms } from '@truemark/core/derivative/terms'
import { parseDecimal } from '@truemark/core/money/decimal'
import { type Catalogue, type Exchange, house } from './engine/door.ts'
import { type FirstSymbol, firstSymbols } from './market/door.ts'

const usdtUnit = 1_000_000n
const multiples = [1, 2, 3, 5, 10, 20, 50, 100]
/** Rates at 10⁻⁹: contract 0.05 % a side, perpetual 0.02 % and 0.05 %; a limit lies within 2 % of the mark. */
const feeRateContract = 500_000
const feeRateMaker = 200_000
const feeRateTaker = 500_000
const limitRateMax = 20_000_000
/** The house ladder: 20 levels from 0.02 % off the index, 0.02 % apart, about 20 000 USDT each. */
const ladderLevels = 20
const halfSpreadRate = 200_000
const gapRate = 200_000
const levelNotional = 20_000
const positionLevels = 1_000
/** Funding: 0.01 % of interest a period, moved by up to 0.05 %; impact prices are those of 10 000 USDT. */
const fundingInterestRate = 100_000
const fundingDampRateMax = 500_000
const fundingImpactNotional = 10_000n * usdtUnit
const houseDebtMax = 1_000_000_000n * usdtUnit
/** New leverage stops where less than this stands in the fund. The demo's begins with as much as it needs for long. */
const insuranceFloor = 50_000n * usdtUnit
const insuranceDemo = 10_000_000n * usdtUnit

type Row = readonly [floor: number, maintenancePpm: number, multipleMax: number]

/** Floors in USDT, maintenance in parts per million: steeper for markets that move more and hold less. */
const deep: readonly Row[] = [
  [0, 4_000, 100],
  [50_000, 5_000, 50],
  [250_000, 10_000, 20],
  [1_000_000, 25_000, 10],
  [5_000_000, 50_000, 5],
  [20_000_000, 100_000, 2],
]
const thin: readonly Row[] = [
  [0, 6_000, 50],
  [25_000, 10_000, 20],
  [100_000, 25_000, 10],
  [500_000, 50_000, 5],
  [2_000_000, 125_000, 2],
]
const deepBases = new Set(['BTC', 'ETH'])

/**
 * Gives the product's first symbols their derivative terms, where they have none yet, and funds the demo's insurance
 * before the first of them. Throws where the engine refuses.
 */
export async function seedDerivatives(exchange: Exchange, catalogue: Catalogue): Promise<void> {
  const missing = firstSymbols.filter((spec) => {
    const listing = catalogue.byCode(spec.code)
    return listing !== undefined && catalogue.derivative(listing.id) === undefined
  })
  // a fund that was emptied later is refilled by two operators, never by a restart
  if (missing.length === firstSymbols.length) await fundDemo(exchange)
  for (const spec of missing) {
    const listing = catalogue.byCode(spec.code)
    if (listing === undefined) continue
    const terms = derivativeTermsOf(spec, catalogue.currency(listing.base).scale)
    await send(exchange, { type: 'configureDerivative', listing: listing.id, terms })
  }
}

async function fundDemo(exchange: Exchange): Promise<void> {
  const { accounts } = await exchange.ask(house, { type: 'house', realm: 'demo' })
  const stands = accounts.find((one) => one.house === 'insurance' && one.currency === 0)?.posted ?? 0n
  if (stands > 0n) return
  // play money that the server itself provides: no operator asks for it or approves it
  const hands = { currency: 0, amount: insuranceDemo, asker: 0, approver: 0 }
  await send(exchange, { type: 'moveHouse', realm: 'demo', from: 'external', to: 'insurance', ...hands })
}

async function send(exchange: Exchange, command: Parameters<Exchange['command']>[1]): Promise<void> {
  const done = await exchange.command(house, command)
  if (!done.ok) throw new Error(`the engine refused the first derivative terms: ${done.reason}`)
}

/** The terms that a symbol of the product's table begins with; `scale` is its base currency's. */
export function derivativeTermsOf(spec: FirstSymbol, scale: number): DerivativeTerms {
  const { base, contractSize, simulation } = spec
  const isDeep = deepBases.has(base)
  const size = parseDecimal(contractSize, scale)
  if (size === null) throw new Error(`${spec.code} has a contract size that is none`)
  // The seed's price is a parameter for sizes, not a price that anything trades at.
  const lotWorth = (Number(size) / 10 ** scale) * simulation.price
  const lotsPerLevel = Math.max(1, Math.round((levelNotional / lotWorth) * 100))
  return {
    contractSize: Number(size),
    multiples,
    brackets: (isDeep ? deep : thin).map(([floor, maintenancePpm, multipleMax]) => ({
      floor: BigInt(floor) * usdtUnit,
      maintenanceRate: maintenancePpm * 1_000,
      multipleMax,
    })),
    feeRateContract,
    feeRatePerpetualMaker: feeRateMaker,
    feeRatePerpetualTaker: feeRateTaker,
    limitRateMax,
    fundingInterestRate,
    fundingDampRateMax,
    fundingImpactNotional,
    openInterestUserMax: (isDeep ? 20_000_000n : 2_000_000n) * usdtUnit,
    openInterestMax: (isDeep ? 200_000_000n : 20_000_000n) * usdtUnit,
    ladder: {
      levels: ladderLevels,
      halfSpreadRate,
      gapRate,
      levelQuantity: lotsPerLevel,
      refillPerSecond: Math.max(1, Math.round(lotsPerLevel / 2)),
      positionMax: lotsPerLevel * positionLevels,
    },
    insuranceFloor,
    houseDebtMax,
    contractOn: true,
    perpetualOn: true,
  }
}
