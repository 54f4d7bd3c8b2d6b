import { sign } from 'node:crypto'
import type { Signer } from '@truemark/protocol/evidence/keyChain'
import {
  type ReplacedPurpose,
  type ReplacementStatement,
  type SignedReplacement,
  readReplacement,
  replacementsHold,
} from '@truemark/protocol/evidence/keyReplacement'
import { type KeyFile, type KeyGeneration, fingerprintOf } from './keyFile.ts'
import { isSignedByKey } from './signatures.ts'
import type { RotationPoint, SigningKeys } from './signing.ts'

/** A key's file with a generation more, and the statement of it that the newest signing keys sign. */
export function replaced(
  purpose: ReplacedPurpose,
  file: KeyFile,
  next: KeyGeneration,
  { signing, point }: { readonly signing: SigningKeys; readonly point: RotationPoint },
): KeyFile {
  const last = file.generations.at(-1)
  if (last === undefined || last.secret === null || next.generation !== last.generation + 1)
    throw new RangeError('a generation follows the last one')
  const said: ReplacementStatement = {
    version: 1,
    statement: 'key replacement',
    purpose,
    generation: next.generation,
    time: point.time,
    from: fingerprintOf(purpose, last.secret).toString('hex'),
    to: fingerprintOf(purpose, next.secret).toString('hex'),
    signing: signing.generations.length,
    journal: point.journal,
    evidence: point.evidence,
    liabilities: point.liabilities,
  }
  const statement = JSON.stringify(said)
  const signed = (signer: Signer): string => sign(null, Buffer.from(statement), signing.key(signer).key).toString('hex')
  const signatures = {
    evidence: signed('evidence'),
    liabilities: signed('liabilities'),
    receipts: signed('receipts'),
  }
  return {
    generations: [...file.generations, next],
    rotations: file.rotations,
    replacements: [...file.replacements, { statement, signatures }],
  }
}

/** Whether signed statements lead from the first of these generations to the newest. */
export async function isReplaced(
  purpose: ReplacedPurpose,
  { generations, replacements }: KeyFile,
  signing: SigningKeys,
): Promise<boolean> {
  if (replacements.length !== generations.length - 1) return false
  const said = replacements.map(({ statement }) => readReplacement(statement))
  const isHeld = generations.every(({ secret }, place) => {
    if (secret === null) return true
    const fingerprint = fingerprintOf(purpose, secret).toString('hex')
    return [said[place - 1]?.to, said[place]?.from].every((one) => one === undefined || one === fingerprint)
  })
  return isHeld && (await replacementsAreSigned(purpose, replacements, signing))
}

async function replacementsAreSigned(
  purpose: ReplacedPurpose,
  replacements: readonly SignedReplacement[],
  signing: SigningKeys,
): Promise<boolean> {
  const spans = {
    evidence: signing.spans('evidence'),
    liabilities: signing.spans('liabilities'),
    receipts: signing.spans('receipts'),
  }
  const isSignedBy = async (key: string, signature: string, text: string) => isSignedByKey(key, signature, text)
  return (await replacementsHold(purpose, replacements, spans, { isSignedBy })) === true
}
