import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { dayMs } from '@truemark/core/money/units'
import type { Database } from './platform/postgres/database.ts'
import { startRounds } from './platform/rounds.ts'
import { findOwnChecks, noteOwnCheck } from './transparency/door.ts'

const lookEveryMs = 600_000
/** The longest one check may take. */
const timeMaxMs = 6 * 3_600_000
const detailMax = 4_000

export interface WholeCheckPorts {
  readonly database: Database
  /** Where the installation's keys lie. */
  readonly keysFolder: string
  /** The built program of `wholeCheckWorker.ts`. */
  readonly program: URL
  readonly now: () => number
  /** Something does not hold: the sentences say what. */
  readonly alarm: (sentences: string) => void
  readonly onError: (error: unknown) => void
  /** Ends a check that is under way, of which then nothing is noted. */
  readonly ending?: AbortSignal
}

/** Checks all that the journal tells in a process of its own and notes what came of it; gives whether all holds. */
export async function checkWholeNow({
  database,
  keysFolder,
  program,
  now,
  alarm,
  ending,
}: Omit<WholeCheckPorts, 'onError'>): Promise<boolean> {
  // no environment: it bears the secrets of the server
  const child = spawn(process.execPath, [fileURLToPath(program)], { env: {}, stdio: ['pipe', 'pipe', 'pipe'] })
  // one that could not be begun says so by its end
  child.on('error', () => undefined)
  const timer = setTimeout(() => child.kill('SIGKILL'), timeMaxMs)
  const stop = (): void => void child.kill('SIGKILL')
  process.once('exit', stop)
  ending?.addEventListener('abort', stop)
  try {
    child.stdin.on('error', () => undefined)
    child.stdin.end(JSON.stringify({ databaseUrl: database.url, keysFolder }))
    const [told, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    if (ending?.aborted === true) throw new Error('the server stopped before the check was done')
    if (code !== 0 && told === '') throw new Error(`the check did not end: ${complaint.slice(0, detailMax)}`)
    const detail = told.trim().slice(0, detailMax)
    if (detail !== '') alarm(detail)
    const outcome = { passed: detail === '' ? 1 : 0, failed: detail === '' ? 0 : 1, detail }
    await database.transaction((client) => noteOwnCheck(client, 'whole', outcome, now()))
    return detail === ''
  } finally {
    clearTimeout(timer)
    process.off('exit', stop)
    ending?.removeEventListener('abort', stop)
    child.kill('SIGKILL')
  }
}

/** Checks it ten minutes after the start, where the last check is a day old, and each day from then on. Returns how to stop. */
export function startWholeChecks(ports: WholeCheckPorts): () => Promise<void> {
  const ending = new AbortController()
  const look = async (): Promise<void> => {
    const last = (await findOwnChecks(ports.database)).find(({ name }) => name === 'whole')
    if (last === undefined || ports.now() - last.checked >= dayMs)
      await checkWholeNow({ ...ports, ending: ending.signal })
  }
  const onError = (error: unknown): void => {
    if (!ending.signal.aborted) ports.onError(error)
  }
  const stop = startRounds(look, { everyMs: lookEveryMs, first: 'later', onError })
  return () => {
    ending.abort()
    return stop()
  }
}
