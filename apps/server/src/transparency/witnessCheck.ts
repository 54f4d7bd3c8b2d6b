import { keyOfWitnessed, readWitnessed } from '@truemark/protocol/evidence/witnessed'
import { claimFault } from '../engine/door.ts'
import type { SigningKeys } from '../platform/keys/signing.ts'
import { isSignedByKey } from '../platform/keys/signatures.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { findEpochDigest } from './liabilities.store.ts'
import { statementClaims } from './signedClaims.ts'
import { type StatementRow, findStatements } from './witness.store.ts'

const pageMax = 500

/** How many statements for witnesses there are, and what is wrong with them: null, or the rest of a sentence. */
export interface WitnessCheck {
  readonly statements: number
  readonly fault: string | null
}

/** Checks every statement for witnesses: its signature, its columns, and the row and the proof that it names. */
export async function checkWitnessed(database: Queryable, signing: SigningKeys): Promise<WitnessCheck> {
  let statements = 0
  for (let page = await findStatements(database, null, pageMax); page.length > 0;) {
    for (const row of page) {
      const fault = await statementFault(database, signing, row)
      if (fault !== null) return { statements, fault: `witness_statement id=${row.id}, ${fault}` }
    }
    const unmet = await claimFault(database, page.flatMap(statementClaims))
    if (unmet !== null) return { statements, fault: `the journal is not the one they name: ${unmet}` }
    statements += page.length
    page = await findStatements(database, page.at(-1)?.id ?? 0, pageMax)
  }
  return { statements, fault: null }
}

async function statementFault(
  database: Queryable,
  signing: SigningKeys,
  { time, statement, signature }: StatementRow,
): Promise<string | null> {
  const said = readWitnessed(statement)
  if (said === null) return 'statement: it cannot be read'
  const { key } = keyOfWitnessed(signing.spans('evidence'), said.time)
  if (!isSignedByKey(key, signature.toString('hex'), statement)) return 'statement or signature: it is not signed'
  if (said.time !== time) return `time: the statement says ${said.time}`
  const { epoch, digest } = said.liabilities
  const proof = epoch === 0 ? null : await findEpochDigest(database, epoch)
  if (epoch > 0 && proof?.toString('hex') !== digest) return `statement: the proof ${epoch} of what is owed is another`
  return null
}
