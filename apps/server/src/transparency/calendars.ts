import { createHash } from 'node:crypto'
import type { WitnessedLine } from '@truemark/protocol/evidence/witnessed'
import { errorCode, errorMessage } from '../platform/startRefusal.ts'
import {
  type Timestamp,
  addTimestamp,
  blockOf,
  pendingOf,
  proofBytes,
  proofBytesMax,
  readAnswer,
  readProof,
} from './timestampProof.ts'
import type { Witness } from './witnesses.ts'

const timeoutMs = 15_000
const answerBytesMax = 10_000
const accept = { accept: 'application/vnd.opentimestamps.v1' }

/** The digest of a line that calendars are asked to attest: of its JSON, as a reader saves it. */
function digestOf(line: WitnessedLine): Buffer {
  return createHash('sha256').update(JSON.stringify(line)).digest()
}

/**
 * Calendars of OpenTimestamps: each gets the digest of a line and promises to have it attested in a block of Bitcoin. One of
 * them is enough. What is kept is the proof's file, in base64.
 * @param origins where they stand; nothing else is called, whatever a proof names
 */
export function calendarWitness(origins: readonly string[]): Witness {
  return {
    hold: async (line) => {
      const digest = digestOf(line)
      const all: Timestamp = { attestations: [], operations: [] }
      const faults: string[] = []
      for (const origin of origins) {
        try {
          addTimestamp(
            all,
            readAnswer(await ask(`${origin}/digest`, { method: 'POST', body: Uint8Array.from(digest) })),
          )
        } catch (error) {
          faults.push(reasonOf(error))
        }
      }
      if (faults.length === origins.length) throw new Error(faults.join('; '))
      return proofBytes(digest, all).toString('base64')
    },
    complete: async (answer) => {
      const { digest, timestamp } = readProof(Buffer.from(answer, 'base64'))
      for (const { calendar, commitment, at } of pendingOf(digest, timestamp)) {
        const origin = origins.find((one) => one === originOf(calendar))
        if (origin === undefined) continue
        try {
          addTimestamp(
            at,
            readAnswer(await ask(`${origin}/timestamp/${commitment.toString('hex')}`, { method: 'GET' })),
          )
        } catch {
          // it is asked again: until the block is there, a calendar answers that it is not
        }
      }
      const proof = proofBytes(digest, timestamp)
      return blockOf(timestamp) === null || proof.length > proofBytesMax ? null : proof.toString('base64')
    },
  }
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}

async function ask(url: string, init: RequestInit): Promise<Buffer> {
  const response = await fetch(url, {
    ...init,
    headers: accept,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    parts.push(chunk)
    length += chunk.length
    if (length > answerBytesMax) throw new Error('it answered with too much')
  }
  if (!response.ok) throw new Error(`it answered with ${response.status}`)
  return Buffer.concat(parts)
}

/** Why no answer came: an address is no one's business but the operator's. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return errorCode(cause) ?? errorMessage(error)
}
