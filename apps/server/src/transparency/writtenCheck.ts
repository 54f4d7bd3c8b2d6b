import { type AuditRow, entriesOf } from '../operator/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { type RowDifference, findDifferences, findTriggers, fixTexts } from '../platform/written/rows.store.ts'
import { isSealed, writtenKeys } from '../platform/written/seal.ts'
import { type KeptEntry, findChained, findUnchained } from '../platform/written/written.store.ts'
import { writtenTables } from '../platform/written/writtenTables.ts'
import type { CheckKeys } from './evidenceLogCheck.ts'
import { nextChain, writtenStart } from './written.ts'

const pageSize = 5_000
const perTableMax = 20

export interface WrittenCheck {
  readonly entries: number
  /** How many rows were taken away by the rules of keeping, or by whose they were. */
  readonly taken: number
  readonly faults: readonly string[]
}

const deeds = ['written', 'changed', 'taken away', 'put in', 'found another'] as const
/** The deed of an entry that tells of a row which was not what was written, when the server wrote over it. */
const coveredUp = 4

function moment(time: number): string {
  return new Date(time).toISOString()
}

/** A row as sentences name it: `ticket_line ticket_id=3 place=2`. */
function rowName(source: string, item: string): string {
  const key = Object.entries(JSON.parse(item) as Record<string, unknown>)
  return [source, ...key.map(([name, value]) => `${name}=${String(value)}`)].join(' ')
}

const differenceTexts: Readonly<Record<RowDifference['kind'], string>> = {
  missing: 'the row is missing, though the log of what was written has it',
  unwritten: 'the row was put in behind the server’s back',
  altered: 'what it says is not what was written',
}

/**
 * Checks the log of what was written within a transaction: each entry's seal, the chain, the heads that the audit log names,
 * and that each row says what its newest entry's digest was made of.
 */
export async function checkWritten(client: Queryable, { tokens }: Pick<CheckKeys, 'tokens'>): Promise<WrittenCheck> {
  await fixTexts(client)
  const walk = new Walk(writtenKeys(tokens).toReversed(), await entriesOf(client, ['written_noted']))
  await walk.all(client)
  const faults = [...walk.faults, ...(await triggerFaults(client))]
  for (const table of writtenTables) {
    for (const { item, kind } of await findDifferences(client, table, perTableMax))
      faults.push(`${rowName(table.name, item)}: ${differenceTexts[kind]}`)
  }
  return { entries: walk.entries, taken: walk.taken, faults }
}

class Walk {
  readonly faults: string[] = []
  entries = 0
  taken = 0
  #end = writtenStart
  /** Of all generations, the oldest first. */
  readonly #keys: readonly Uint8Array[]
  /** Which of them sealed the last entry: none before it seals anything after. */
  #generation = 0
  readonly #notes: Map<number, AuditRow>

  constructor(keys: readonly Uint8Array[], notes: readonly AuditRow[]) {
    this.#keys = keys
    this.#notes = new Map(notes.map((note) => [Number(note.detail['entries']), note]))
  }

  async all(client: Queryable): Promise<void> {
    for (let after = 0; ;) {
      const page = await findChained(client, after, pageSize)
      for (const entry of page) this.#chained(entry)
      if (page.length < pageSize) break
      after = page.at(-1)?.place ?? after
    }
    for (let after = 0; ;) {
      const page = await findUnchained(client, after, pageSize)
      for (const entry of page) this.#entry(entry)
      if (page.length < pageSize) break
      after = page.at(-1)?.id ?? after
    }
    for (const [entries, { id: audit }] of this.#notes)
      this.#fault(`written place=${entries}: it is missing, though the entry ${audit} of the audit log names it`)
  }

  #chained(entry: KeptEntry): void {
    this.#entry(entry)
    const { place, chain, mac } = entry
    const next = { place: this.#end.place + 1, chain: nextChain(this.#end.chain, mac ?? Buffer.alloc(0)) }
    if (place !== next.place || chain?.equals(next.chain) !== true)
      this.#fault(`written place=${next.place}: what stands there does not follow from the entry before`)
    this.#end = { place: place ?? next.place, chain: chain ?? next.chain }
    const note = this.#notes.get(this.#end.place)
    if (note === undefined) return
    this.#notes.delete(this.#end.place)
    if (note.detail['chain'] !== this.#end.chain.toString('hex'))
      this.#fault(`written place=${this.#end.place}, chain: it is not what the entry ${note.id} of the audit log names`)
  }

  #entry(entry: KeptEntry): void {
    this.entries += 1
    if (entry.deed === 2) this.taken += 1
    const isSealed = entry.mac !== null && this.#isSealed(entry, entry.mac)
    if (isSealed && entry.deed !== coveredUp) return
    const deed = deeds[entry.deed] ?? 'noted'
    const { source, item } = entry
    const row = source === 'written' ? `written item=${item}` : rowName(source, item)
    if (isSealed) {
      this.#fault(`${row}: it was not what was written when the server wrote to it at ${moment(entry.time)}`)
      return
    }
    this.#fault(
      entry.mac === null
        ? `${row}: it was ${deed} behind the server’s back`
        : `written id=${entry.id}: its seal is not the server’s, of ${row}`,
    )
  }

  #isSealed(entry: KeptEntry, mac: Buffer): boolean {
    const by = this.#keys.findIndex((key, place) => place >= this.#generation && isSealed(key, entry, mac))
    if (by >= 0) this.#generation = by
    return by >= 0
  }

  #fault(sentence: string): void {
    if (this.faults.length < perTableMax) this.faults.push(sentence)
  }
}

/** What else than the log and the guards of append-only tables acts on what is written: it could write something else. */
async function triggerFaults(client: Queryable): Promise<string[]> {
  const triggers = await findTriggers(
    client,
    writtenTables.map(({ name }) => name),
  )
  const noting = new Map(
    triggers.filter(({ calls }) => calls === 'keep_row').map((trigger) => [trigger.table, trigger]),
  )
  const unnoted = writtenTables.filter(({ name, key, columns }) => {
    const trigger = noting.get(name)
    return trigger?.enabled !== true || trigger.arguments.join('\n') !== `${key.join(' ')}\n${columns.join(' ')}`
  })
  const strange = triggers.filter(({ calls }) => calls !== 'keep_row' && !guards.includes(calls))
  return [
    ...unnoted.map(({ name }) => `${name}: its rows are no longer noted as they are written`),
    ...strange.map(({ table, name }) => `${table}: the trigger ${name} is none of the server’s own`),
  ]
}

const guards: readonly string[] = [
  'support_is_append_only',
  'proposal_is_append_only',
  'piece_is_kept',
  'deposit_address_is_for_good',
  'deposit_memo_is_for_good',
  'mining_draft_is_kept',
  'wealth_draft_is_kept',
]
