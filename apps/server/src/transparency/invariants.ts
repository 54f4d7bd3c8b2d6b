import type { ThinMargin } from '@truemark/core/liquidation/thin'
import type { OwnCheckName } from '@truemark/protocol/ownChecks'
import type { Catalogue, Exchange } from '../engine/door.ts'
import { countSetAside, house } from '../engine/door.ts'
import { lastReconciled } from '../operator/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import { countOverdue } from '../wallet/door.ts'
import { findDue } from './evidenceLog.store.ts'
import { silentMarkets } from './halts.ts'
import { countLongHalts } from './invariants.store.ts'
import type { CheckOutcome } from './ownChecks.ts'

/** What the board of invariants stands on. */
export interface InvariantPorts {
  readonly database: Database
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  /** How far (ms) the exchange's time runs ahead of the machine's clock. */
  readonly clockLead: () => number
  readonly now: () => number
}

/** The latest a decision's evidence stands in the log (ms): later is a failure. */
export const loggedWithinMs = 60_000
/** The longest halt by an operator (ms): a day, ended by the first sample after it, unless two people renew it. */
const haltMaxMs = 24 * 3_600_000 + 60_000
/** A clock may be apart so far (ms). */
const clockApartMs = 1_000
const shownMax = 5

type Invariant = (ports: InvariantPorts) => Promise<CheckOutcome | null>

function outcomeOf(passed: number, faults: readonly string[]): CheckOutcome {
  return { passed, failed: faults.length, detail: faults.slice(0, shownMax).join('; ') }
}

/** Each invariant that can be looked at in a moment; null where there is nothing to look at yet. */
export const invariants: Readonly<Partial<Record<OwnCheckName, Invariant>>> = {
  sums: async ({ catalogue, exchange }) => {
    const { sums } = await exchange.ask(house, { type: 'sums' })
    const faults = sums
      .filter(({ posted, frozen, held }) => posted !== 0n || frozen !== held)
      .map(({ realm, currency, posted, frozen, held }) => {
        return `${realm} ${catalogue.currency(currency).code}: posted ${posted}, frozen ${frozen}, held ${held}`
      })
    return outcomeOf(sums.length - faults.length, faults)
  },
  assets: async ({ catalogue, database }) => {
    const lines = await lastReconciled(database)
    if (lines === null) return null
    const faults = lines
      .filter(({ stated, ledger }) => BigInt(stated) < BigInt(ledger))
      .map(({ currency, stated, ledger }) => `${catalogue.currency(currency).code}: ${stated} of ${ledger}`)
    return outcomeOf(lines.length - faults.length, faults)
  },
  margin: async (ports) => {
    const below = await belowMaintenance(ports)
    return outcomeOf(below.length === 0 ? 1 : 0, below.length === 0 ? [] : [`${below.length} stand below maintenance`])
  },
  withdrawals: async ({ database, now }) => {
    const overdue = await countOverdue(database, now())
    return outcomeOf(overdue === 0 ? 1 : 0, overdue === 0 ? [] : [`${overdue} wait beyond the deadline`])
  },
  halts: async ({ catalogue, database, now }) => {
    const long = await countLongHalts(database, now() - haltMaxMs)
    return outcomeOf(
      catalogue.listings.length - long.length,
      long.map((listing) => catalogue.listing(listing).code),
    )
  },
  clock: async ({ clockLead }) => {
    const lead = Math.round(clockLead())
    return outcomeOf(1, Math.abs(lead) < clockApartMs ? [] : [`${lead} ms apart`])
  },
  feeds: async ({ catalogue, database, now }) => {
    const silent = await silentMarkets({ catalogue, database, now })
    const faults = silent.map(({ listing, from }) => `${catalogue.listing(listing).code} since ${from}`)
    return outcomeOf(catalogue.listings.length - faults.length, faults)
  },
  tables: async ({ database }) => {
    const count = await countSetAside(database)
    return outcomeOf(count === 0 ? 1 : 0, count === 0 ? [] : [`${count} facts are set aside`])
  },
  logged: async ({ database, now }) => {
    const due = await findDue(database, now() - loggedWithinMs, shownMax)
    const faults = due.map(({ kind, number, time }) => `${kind} ${number} of ${new Date(time).toISOString()}`)
    return outcomeOf(faults.length === 0 ? 1 : 0, faults)
  },
}

const accountsMax = 2_000

// where a mark can decide, the same tick that brings somebody below takes them over: none is ever found there
async function belowMaintenance({ exchange }: InvariantPorts): Promise<readonly ThinMargin[]> {
  const below: ThinMargin[] = []
  for (let skip = 0; ; skip += accountsMax) {
    const { thin, done } = await exchange.ask(house, { type: 'thinMargins', skip, count: accountsMax })
    below.push(...thin.filter(({ equity, maintenance }) => equity < maintenance))
    if (done) return below
  }
}
