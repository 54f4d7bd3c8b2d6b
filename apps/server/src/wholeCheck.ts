import { decode } from '@truemark/core/codec/codec'
import { holderRow } from '@truemark/core/ledger/holders'
import { decodeState } from '@truemark/core/snapshot'
import type { Event } from '@truemark/core/vocabulary'
import { ledgerFault, readLedgerTables } from './account/door.ts'
import {
  type Look,
  Replica,
  claimFault,
  eventsCodec,
  findJournalEnd,
  findOwnClaims,
  makeExchange,
  verifyOn,
} from './engine/door.ts'
import { cutAdvice } from './journalAtStart.ts'
import { aloneFault, findStaffFault, findUntoldTag, firstBadAudit } from './operator/door.ts'
import type { Database, Lease } from './platform/postgres/database.ts'
import { createPublicIds } from './platform/publicId.ts'
import { errorMessage } from './platform/startRefusal.ts'
import { projections } from './projections.ts'
import { derivedTables } from './readModels.ts'
import {
  type CheckKeys,
  checkEnds,
  checkEvidenceLog,
  checkLiabilityHeads,
  checkRulesInForce,
  checkWitnessed,
  checkWritten,
  findProofHeads,
  owedFault,
  ownChecksFault,
  rotationFault,
} from './transparency/door.ts'

/** How a check tells what it finds, and how far it is. */
export interface CheckVoice {
  readonly say: (sentence: string) => void
  /** Progress: rows of the journal replayed, of all. */
  readonly progress?: (rows: number, of: number) => void
}

/**
 * Checks all that is chained or made from what is chained, as it stands at one moment: the journal with its snapshots and
 * with everything that was told of it, every read model against what the journal gives, the audit log, the log of evidence,
 * the proofs of what is owed and the rules in force. Says a sentence for each; gives the exit code: 0 where all holds. It
 * writes nothing but temporary tables of its own connection.
 */
export async function checkWhole(database: Database, keys: CheckKeys, voice: CheckVoice): Promise<number> {
  const making = await database.lease({ name: 'journal check', statementTimeout: 0 })
  const reading = await database.lease({ name: 'journal check', statementTimeout: 0 })
  try {
    const replica = await Replica.open<Event>(making, {
      tables: derivedTables,
      // what is told to people is swept by its own rules, and no table of it is compared
      projections: projections.filter(({ name }) => name !== 'notification'),
      decode: (frame) => decode(eventsCodec, frame),
    })
    await reading.query('SET idle_in_transaction_session_timeout = 0')
    await reading.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await reading.query(`SET TRANSACTION SNAPSHOT '${replica.snapshot}'`)
    return await new WholeCheck(reading, keys, voice).run(replica)
  } finally {
    await reading.release()
    await making.release()
  }
}

/** The newest proofs of what is owed whose trees are made anew; an auditor makes all of them. */
const remadeMax = 40

class WholeCheck {
  readonly #lease: Lease
  readonly #keys: CheckKeys
  readonly #voice: CheckVoice
  #code = 0
  /** Where a proof of what is owed is not what the state at its row gives. */
  #owed: string | null = null
  /** Which accounts the engine has tagged as those of staff, at the end of the journal. */
  #tags: ReadonlySet<number> | null = null

  constructor(lease: Lease, keys: CheckKeys, voice: CheckVoice) {
    this.#lease = lease
    this.#keys = keys
    this.#voice = voice
  }

  async run(replica: Replica<Event>): Promise<number> {
    const last = await this.#journal(replica)
    await this.#claims()
    if (last !== null) await this.#readModels(replica, Math.max(last, Date.now()))
    await this.#part('audit log', async () => {
      const bad = await firstBadAudit(this.#lease)
      return { fault: bad === null ? null : `audit id=${bad}: entry ${bad} does not follow`, well: '.' }
    })
    await this.#part('log of evidence', async () => {
      const { entries, fault } = await checkEvidenceLog(this.#lease, this.#keys, last ?? 0)
      return { fault, well: `: ${entries} entries.` }
    })
    const proofs = 'chain of proofs of what is owed'
    await this.#part(proofs, async () => {
      const { heads, fault } = await checkLiabilityHeads(this.#lease, this.#keys)
      if (fault !== null && this.#owed !== null) this.#tell(proofs, this.#owed, '')
      return { fault: fault ?? this.#owed, well: `: ${heads} heads.` }
    })
    await this.#part('chain of keys', async () => {
      const { signing, replacements } = this.#keys
      const later = signing.rotations.length + replacements.sealing.length + replacements.tokens.length
      return {
        fault: await rotationFault(this.#lease, this.#keys),
        well: `: ${later} rotations.`,
      }
    })
    await this.#part('list of statements for witnesses', async () => {
      const { statements, fault } = await checkWitnessed(this.#lease, this.#keys.signing)
      return { fault, well: `: ${statements} statements.` }
    })
    await this.#written()
    await this.#part('list of rules in force', async () => {
      return { fault: await checkRulesInForce(this.#lease), well: '.' }
    })
    await this.#part('list of what ended in markets', async () => {
      const { ends, before, fault } = await checkEnds(this.#lease)
      return { fault, well: `: ${ends}, ${before} of them of before such was announced.` }
    })
    await this.#part('list of what one operator did alone', async () => {
      return { fault: await aloneFault(this.#lease), well: '.' }
    })
    await this.#part('list of staff accounts', async () => {
      const untold = this.#tags === null ? null : await findUntoldTag(this.#lease, this.#tags, Date.now())
      return { fault: (await findStaffFault(this.#lease)) ?? untold, well: '.' }
    })
    await this.#part('list of failed checks', async () => {
      return { fault: await ownChecksFault(this.#lease), well: '.' }
    })
    return this.#code
  }

  /** Replays it; gives the time of its last row, or null where it is not to be trusted. */
  async #journal(replica: Replica<Event>): Promise<number | null> {
    const tables = await readLedgerTables(this.#lease)
    const of = (await findJournalEnd(this.#lease))?.seq ?? 0
    let seen = 0
    let ledger: string | null = `the ledger's tables stand at row ${tables.seq}, which the journal does not have`
    const looks = new Map<number, Look[]>()
    const lookAt = (seq: number, look: Look): void => void looks.set(seq, [...(looks.get(seq) ?? []), look])
    lookAt(of, (state) => {
      const { holders } = decodeState(state).venue
      this.#tags = new Set([...holders.all()].flatMap(([holder, { staff }]) => (staff ? [holderRow(holder)] : [])))
    })
    lookAt(tables.seq, (state) => void (ledger = ledgerFault(tables, state)))
    const beside = { database: this.#lease, ids: createPublicIds(this.#keys.tokens.names) }
    for (const [age, head] of (await findProofHeads(this.#lease)).entries()) {
      const remakes = age < remadeMax
      lookAt(head.seq, async (state) => {
        this.#owed ??= await owedFault({ ...beside, remakes }, head, decodeState(state)).catch(errorMessage)
      })
    }
    const { fault, ...verified } = await verifyOn(this.#lease, makeExchange, {
      looks,
      follow: async (page) => {
        await replica.take(page)
        this.#voice.progress?.((seen += page.length), of)
      },
    })
    const count = `${verified.snapshotsChecked} snapshot${verified.snapshotsChecked === 1 ? '' : 's'}`
    const { rows: all, rowsExecuted } = verified
    const executed = `${rowsExecuted} rows were executed again by this build, ${all - rowsExecuted} only evolved`
    this.#tell('journal', fault, `: ${all} rows and ${count} give the state ${verified.stateHash}. ${executed}.`)
    if (fault !== null) return null
    if (ledger !== null) this.#tell('read models', ledger, '')
    return verified.end.time
  }

  /** One part of the check; what is so bent that it can't even be read does not keep the others from being checked. */
  async #part(
    what: string,
    check: () => Promise<{ readonly fault: string | null; readonly well: string }>,
  ): Promise<void> {
    const { fault, well } = await check().catch((error: unknown) => ({
      fault: `it can't be read (${errorMessage(error)})`,
      well: '',
    }))
    this.#tell(what, fault, well)
  }

  /** What people and the desk wrote, with each row that is not what was written. */
  async #written(): Promise<void> {
    const what = 'log of what was written'
    await this.#part(what, async () => {
      const { entries, taken, faults } = await checkWritten(this.#lease, this.#keys)
      const [first, ...others] = faults
      for (const fault of others) this.#tell(what, fault, '')
      return { fault: first ?? null, well: `: ${entries} entries, ${taken} of them of rows that were taken away.` }
    })
  }

  async #claims(): Promise<void> {
    const fault = await claimFault(this.#lease, await findOwnClaims(this.#lease))
    if (fault === null) return
    this.#tell('journal', fault, '')
    this.#voice.say(cutAdvice)
  }

  async #readModels(replica: Replica<Event>, now: number): Promise<void> {
    const differences = await replica.differences(now)
    for (const difference of differences) this.#tell('read models', difference, '')
    if (differences.length === 0)
      this.#voice.say(`The ${derivedTables.size} tables of the read models are what the journal gives.`)
  }

  #tell(what: string, fault: string | null, well: string): void {
    if (fault !== null) this.#code = 1
    const verb = what === 'read models' ? ['verify', 'do not verify'] : ['verifies', 'does not verify']
    this.#voice.say(fault === null ? `The ${what} ${verb[0]}${well}` : `The ${what} ${verb[1]}: ${fault}.`)
  }
}
