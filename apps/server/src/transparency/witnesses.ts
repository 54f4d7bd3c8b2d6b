import { type FileHandle, open } from 'node:fs/promises'
import type { WitnessedLine } from '@truemark/protocol/evidence/witnessed'
import { errorCode, errorMessage } from '../platform/startRefusal.ts'

/** Takes a statement to where we cannot change it; throws where it did not arrive. */
export interface Witness {
  /**
   * @param line what is to be held
   * @param last what it was given before, which it must hold still; null: nothing yet
   * @returns what it said
   */
  hold(line: WitnessedLine, last: WitnessedLine | null): Promise<string>
  /** Asks again for what a witness only promised when it said `answer`: what it says now, or null where it is still to come. */
  complete?(answer: string): Promise<string | null>
}

/** A witness that does not hold any more what it was given. */
export class LostWitness extends Error {}

const tailBytes = 16_384

/** A file to which a line of JSON is added for each statement; its operator puts it where this server can only append. */
export function fileWitness(path: string): Witness {
  return {
    hold: async (line, last) => {
      const file = await open(path, 'a+', 0o600)
      try {
        const { text, length } = await tailOf(file)
        const lines = text.split('\n').filter((one) => one !== '')
        const kept = last === null || lines.at(-1) === JSON.stringify(last)
        // a line that was cut off by a crash stays, and the next one begins behind it
        const lead = text === '' || text.endsWith('\n') ? '' : '\n'
        await file.appendFile(`${lead}${JSON.stringify(line)}\n`)
        await file.sync()
        if (!kept) throw new LostWitness('it does not end with what it was given last')
        return `at byte ${length + lead.length}`
      } finally {
        await file.close()
      }
    },
  }
}

async function tailOf(file: FileHandle): Promise<{ text: string; length: number }> {
  const { size } = await file.stat()
  const from = Math.max(0, size - tailBytes)
  const bytes = Buffer.alloc(size - from)
  await file.read(bytes, 0, bytes.length, from)
  return { text: bytes.toString('utf8'), length: size }
}

const timeoutMs = 15_000
const answerMax = 2_000

/** A service that gets each statement by POST, as JSON of statement and signature, and answers with a 2xx once it holds it. */
export function httpWitness(url: string): Witness {
  return {
    hold: async (line) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(line),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw new Error(reasonOf(error))
      })
      const answer = await beginningOf(response)
      if (!response.ok) throw new Error(`it answered with ${response.status}`)
      return answer
    },
  }
}

/** Why no answer came: an address is no one's business but the operator's. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return errorCode(cause) ?? errorMessage(error)
}

async function beginningOf(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= answerMax) break
  }
  return text.slice(0, answerMax).replaceAll('\0', '')
}
