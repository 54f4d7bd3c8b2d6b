import * as z from 'zod/mini'
import { jsonOf } from '@truemark/protocol/jsonOf'
import type { JournalClaim } from '../engine/door.ts'
import { findRotations } from '../platform/keys/store.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { findNewestEntries } from './evidenceLog.store.ts'
import { rotationClaims } from './keyRotation.ts'
import { findEpochs } from './liabilities.store.ts'
import { findStatements } from './witness.store.ts'

const row = z.object({ seq: z.int(), digest: z.string(), previous: z.optional(z.string()) })
const naming = z.object({ journal: z.nullish(row) })

const headsMax = 100_000
/** The newest entries checked at a start; the whole check does all of them. */
const entriesAtStart = 100

/**
 * What the texts that were signed tell of the journal: every head of what is owed, the log's newest evidence, the newest
 * statements for witnesses, and every rotation of the keys.
 */
export async function findSignedClaims(database: Queryable): Promise<JournalClaim[]> {
  const entries = await findNewestEntries(database, entriesAtStart)
  const rotations = rotationClaims(await findRotations(database))
  const witnessed = (await findStatements(database, null, entriesAtStart)).flatMap(statementClaims)
  return [...(await findHeadClaims(database)), ...entries.flatMap(entryClaims), ...rotations, ...witnessed]
}

/** What the heads of what is owed tell of the journal. */
export async function findHeadClaims(database: Queryable): Promise<JournalClaim[]> {
  const epochs = await findEpochs(database, null, headsMax)
  return epochs.flatMap(({ epoch, head }) => claimsOf(`the signed head ${epoch} of what is owed`, head))
}

/** What a statement for witnesses tells of the journal. */
export function statementClaims({ id, statement }: { readonly id: number; readonly statement: string }) {
  return claimsOf(`the statement ${id} for witnesses`, statement)
}

/** What an entry of the evidence log tells of the journal. */
export function entryClaims({ place, document }: { readonly place: number; readonly document: string }) {
  return claimsOf(`entry ${place + 1} of the log of evidence`, document)
}

function claimsOf(by: string, text: string): JournalClaim[] {
  const { data } = z.safeParse(naming, jsonOf(text))
  const journal = data?.journal ?? null
  return journal === null ? [] : [{ by, previous: null, ...journal }]
}
