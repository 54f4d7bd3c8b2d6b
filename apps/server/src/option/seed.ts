import type { OptionTerms } from '@truemark/core/option/terms'
import { type Catalogue, type Exchange, house } from '../engine/door.ts'

const usdt = 1_000_000n
/** Rates at 10⁻⁹. */
const durations = [
  { seconds: 60, rate: 800_000_000 },
  { seconds: 180, rate: 820_000_000 },
  { seconds: 300, rate: 850_000_000 },
  { seconds: 900, rate: 870_000_000 },
  { seconds: 3_600, rate: 900_000_000 },
]

/** The terms that options start with on every symbol; an operator may set others. */
export const optionTermsFirst: OptionTerms = {
  on: true,
  durations,
  stakeMin: 10n * usdt,
  stakeMax: 10_000n * usdt,
  exposureMax: 200_000n * usdt,
  poolDebtMax: 2_000_000n * usdt,
  tie: 'stake_returned',
}

/**
 * Gives each of the product's first symbols that has no option terms yet the first ones; on what operators list later,
 * they open options themselves. Throws where the engine refuses.
 */
export async function seedOptions(exchange: Exchange, catalogue: Catalogue, first: readonly string[]): Promise<void> {
  const { terms } = await exchange.ask(house, { type: 'optionTerms' })
  const known = new Set(terms.map(({ listing }) => listing))
  for (const code of first) {
    const id = catalogue.byCode(code)?.id
    if (id === undefined || known.has(id)) continue
    const set = await exchange.command(house, { type: 'configureOption', listing: id, terms: optionTermsFirst })
    if (!set.ok) throw new Error(`the engine refused the terms of options: ${set.reason}`)
  }
}
