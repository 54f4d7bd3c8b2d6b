import { houseAgeMaxMs, openAgeMaxMs, sourcesMin, tradeAgeMaxMs } from '@truemark/core/book/mark'
import { positionsMax } from '@truemark/core/derivative/caps'
import { lotsDecimals, lotsMax, lotsMin } from '@truemark/core/derivative/terms'
import { fundingEveryMs } from '@truemark/core/funding/premium'
import { formatDecimal } from '@truemark/core/money/decimal'
import {
  entryDelayMs,
  entryWithinMs,
  exitWithinMs,
  optionSourcesMinReal,
  rebuildWithinMs,
} from '@truemark/core/option/terms'
import { fillsMax } from '@truemark/core/spot/matching'
import { openOrdersMax } from '@truemark/core/book/openOrders'
import { ruleVersions } from '@truemark/protocol/ruleVersions'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { actingServer, appendAudit } from '../operator/door.ts'
import { type RulesInForce, addRules, findNotedRules, findRules } from './rulebook.store.ts'

/** The engine's own constants: what is published is what runs. Another value needs another version of the rules. */
export const rules = [
  { name: 'house_quotes_age_max', value: houseAgeMaxMs, unit: 'ms' },
  { name: 'trading_index_age_max', value: tradeAgeMaxMs, unit: 'ms' },
  { name: 'market_open_index_age_max', value: openAgeMaxMs, unit: 'ms' },
  { name: 'sources_min_real', value: sourcesMin.real, unit: '' },
  { name: 'sources_min_demo', value: sourcesMin.demo, unit: '' },
  { name: 'open_orders_max', value: openOrdersMax, unit: '' },
  { name: 'fills_per_order_max', value: fillsMax, unit: '' },
  { name: 'lots_min', value: formatDecimal(lotsMin, lotsDecimals), unit: 'lots' },
  { name: 'lots_max', value: formatDecimal(lotsMax, lotsDecimals), unit: 'lots' },
  { name: 'positions_max', value: positionsMax, unit: '' },
  { name: 'funding_every', value: fundingEveryMs, unit: 'ms' },
  { name: 'option_entry_after', value: entryDelayMs, unit: 'ms' },
  { name: 'option_entry_until', value: entryWithinMs, unit: 'ms' },
  { name: 'option_exit_within', value: exitWithinMs, unit: 'ms' },
  { name: 'option_rebuild_within', value: rebuildWithinMs, unit: 'ms' },
  { name: 'option_sources_min_real', value: optionSourcesMinReal, unit: '' },
  { name: 'option_open_max', value: openOrdersMax, unit: '' },
].map(({ name, value, unit }) => ({ name, value: String(value), unit }))

const newest = ruleVersions[ruleVersions.length - 1] ?? ruleVersions[0]

/** The version of the rules that this program goes by. */
export const rulesVersion = newest.version

/**
 * Notes that this program's rules hold from now on, where others held before. The first note goes back to their making.
 * Each note stands in the audit log too, which is chained and signed for, so that none can be dated back.
 */
export async function noteRulesInForce(database: Database, now: number): Promise<void> {
  await database.transaction(async (client) => {
    const added = await addRules(client, { version: rulesVersion, since: now }, Date.parse(newest.made))
    const isNoted = (await findNotedRules(client)).length > 0
    for (const { version, since } of isNoted ? added : (await findRules(client)).toReversed()) {
      const detail = { version: String(version), since: String(since) }
      await appendAudit(client, { actor: actingServer, action: 'rules_noted', subject: '', reason: '', detail })
    }
  })
}

/** Where the noted rules are not those of the audit log, as the rest of a sentence; null where they are. */
export async function checkRulesInForce(database: Queryable): Promise<string | null> {
  const noted = await findNotedRules(database)
  const rows = await findRules(database)
  if (noted.length === 0) return null
  const bySince = new Map(noted.map(({ version, since }) => [since, version]))
  for (const { version, since } of rows) {
    const told = bySince.get(since)
    if (told === undefined) return `rules_in_force since=${since}, since: the audit log has no such note`
    if (told !== version) return `rules_in_force since=${since}, version: it says ${version}, the audit log ${told}`
    bySince.delete(since)
  }
  const [missing] = bySince.keys()
  return missing === undefined
    ? null
    : `rules_in_force since=${missing}: the row is missing, though the audit log has it`
}

/**
 * Which versions have held here and since when, the newest first. Before the first note of this installation those that
 * were made by then count from their making.
 */
export async function rulesInForce(database: Queryable): Promise<RulesInForce[]> {
  const noted = await findRules(database)
  const first = noted.at(-1)
  const made = ruleVersions.map((row) => ({ version: row.version, since: Date.parse(row.made) }))
  const before = made.filter((row) => first === undefined || (row.version < first.version && row.since < first.since))
  return [...noted, ...before.toReversed()]
}
