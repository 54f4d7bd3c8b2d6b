import { sign } from 'node:crypto'
import { hourMs } from '@truemark/core/money/units'
import type { WitnessStatement, WitnessedLine } from '@truemark/protocol/evidence/witnessed'
import { readWitnessed } from '@truemark/protocol/evidence/witnessed'
import type { SigningKeys } from '../platform/keys/signing.ts'
import type { Database } from '../platform/postgres/database.ts'
import { startRounds } from '../platform/rounds.ts'
import { errorMessage } from '../platform/startRefusal.ts'
import { countHeadMails } from './headMail.store.ts'
import { type HeadMails, headMailRound } from './headMailSweep.ts'
import { pointOf } from './logPoint.ts'
import { noteOwnCheck } from './ownChecks.ts'
import {
  type Sending,
  type StatementRow,
  type WitnessName,
  countUnkept,
  findDueSendings,
  findMissing,
  findNewestHeld,
  findPromises,
  findStatements,
  keepStatement,
  noteHeld,
  noteNotHeld,
  notePromise,
} from './witness.store.ts'
import { LostWitness, type Witness } from './witnesses.ts'

const lookEveryMs = 60_000
const firstPauseMs = 60_000
const pauseMaxMs = 6 * hourMs
/** More than two weeks of attempts: then it is given up, and the check stays red while it is missing. */
const attemptsMax = 64
const sendingsATurn = 50
/** A block comes within hours: what is not there after three days is missed, and after a month is asked for no more. */
const promiseDueMs = 72 * hourMs
const promiseMaxMs = 720 * hourMs

export interface WitnessPorts {
  readonly database: Database
  readonly signing: SigningKeys
  readonly witnesses: ReadonlyMap<WitnessName, Witness>
  /** How the day's head goes to who asked for it by mail; null where no mail leaves this server. */
  readonly mails: HeadMails | null
  readonly now: () => number
}

/** States each hour where everything ends, and takes that to every witness and, each day, to who asked for it. Returns how to stop. */
export function startWitnesses(ports: WitnessPorts, onError: (error: unknown) => void): () => Promise<void> {
  return startRounds(() => witnessRound(ports), { everyMs: lookEveryMs, first: 'later', onError })
}

/** One round: a new statement where one is due, then all that waits; notes what did not arrive. */
export async function witnessRound(ports: WitnessPorts): Promise<void> {
  const mails = ports.mails !== null && (await countHeadMails(ports.database)) > 0 ? ports.mails : null
  if (ports.witnesses.size === 0 && mails === null) return
  await stateHeads(ports)
  if (ports.witnesses.size > 0) await tellWitnesses(ports)
  if (mails !== null) await headMailRound({ ...ports, ...mails })
}

/** Asks for what witnesses only promised, once an hour each, for a month. */
async function askForPromises({ database, witnesses, now }: WitnessPorts): Promise<void> {
  for (const [name, witness] of witnesses) {
    if (witness.complete === undefined) continue
    const ask = { now: now(), after: now() - promiseMaxMs, limit: sendingsATurn }
    for (const { id, answer } of await findPromises(database, name, ask)) {
      // what cannot be read is no proof, and is missed as one
      const kept = await witness.complete(answer).catch(() => null)
      await notePromise(database, name, { id, now: now(), answer: kept, dueAt: now() + hourMs })
    }
  }
}

async function tellWitnesses(ports: WitnessPorts): Promise<void> {
  const lost: string[] = []
  for (const [name, witness] of ports.witnesses) {
    const fault = await sendAll(ports, name, witness)
    if (fault !== null) lost.push(`${name}: ${fault}`)
  }
  await askForPromises(ports)
  await noteWitnesses(ports, lost)
}

/** Signs where everything ends now; nothing within an hour of the last statement, or where no row was added since. */
async function stateHeads({ database, signing, witnesses, now }: WitnessPorts): Promise<void> {
  const time = now()
  const [last] = await findStatements(database, null, 1)
  if (last !== undefined && time - last.time < hourMs) return
  const point = await pointOf(database, time)
  const before = last === undefined ? null : readWitnessed(last.statement)
  if (point.journal.seq === (before?.journal.seq ?? 0)) return
  const { journal, evidence, liabilities } = point
  const said: WitnessStatement = { version: 1, statement: 'heads', time, journal, evidence, liabilities }
  const statement = JSON.stringify(said)
  const signature = sign(null, Buffer.from(statement), signing.key('evidence').key)
  await keepStatement(database, { time, statement, signature }, [...witnesses.keys()])
}

function lineOf({ statement, signature }: Pick<StatementRow, 'statement' | 'signature'>): WitnessedLine {
  return { statement, signature: signature.toString('hex') }
}

/** Takes what waits to a witness, the oldest first, up to the first that does not arrive; gives what the witness has lost. */
async function sendAll({ database, now }: WitnessPorts, name: WitnessName, witness: Witness): Promise<string | null> {
  const due = await findDueSendings(database, name, { now: now(), attemptsMax, limit: sendingsATurn })
  let lost: string | null = null
  for (const sending of due) {
    const last = await findNewestHeld(database, name)
    try {
      const answer = await witness.hold(lineOf(sending), last === null ? null : lineOf(last))
      await noteHeld(database, name, { id: sending.id, now: now(), answer })
    } catch (error) {
      if (error instanceof LostWitness) {
        // it holds this one, and lost what came before
        lost = error.message
        await noteHeld(database, name, { id: sending.id, now: now(), answer: `lost: ${error.message}` })
        continue
      }
      await noteNotHeld(database, name, { id: sending.id, ...pauseOf(sending, now()), fault: errorMessage(error) })
      break
    }
  }
  return lost
}

function pauseOf({ attempts }: Sending, now: number): { readonly dueAt: number } {
  return { dueAt: now + Math.min(pauseMaxMs, firstPauseMs * 2 ** Math.min(attempts, 20)) }
}

/** The failure of a witness is a check that failed: so is one that has waited for an hour. */
async function noteWitnesses({ database, witnesses, now }: WitnessPorts, lost: readonly string[]): Promise<void> {
  const faults = [...lost]
  for (const [name, witness] of witnesses) {
    const { count, fault } = await findMissing(database, name, now() - hourMs)
    if (count > 0) faults.push(`${name}: ${count} heads have not arrived (${fault})`)
    if (witness.complete === undefined) continue
    const unkept = await countUnkept(database, name, now() - promiseMaxMs, now() - promiseDueMs)
    if (unkept > 0) faults.push(`${name}: ${unkept} promises have not been kept`)
  }
  const failed = Math.min(faults.length, witnesses.size)
  const outcome = { passed: witnesses.size - failed, failed, detail: faults.join('; ') }
  await noteOwnCheck(database, 'witnesses', outcome, now())
}
