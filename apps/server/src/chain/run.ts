import { basename, dirname, resolve } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { lockFolder } from '../platform/folderLock.ts'
import { startRounds } from '../platform/rounds.ts'
import { StartRefusal } from '../platform/startRefusal.ts'
import type { Watch } from './watch.ts'

export interface ProgramOptions {
  readonly network: string
  readonly file: string
  /** Another file that no two programs may have; the first alone where it pays nothing. */
  readonly payoutFile: string
  readonly everyMs: number
}

/** Runs a program that tells of payments until it is told to stop. Throws a StartRefusal where another has its file. */
export function runProgram(watch: Watch, { network, file, payoutFile, everyMs }: ProgramOptions): void {
  const locks = [file, payoutFile].map((path) => {
    const lock = lockFolder(dirname(resolve(path)), `${basename(path)}.lock`)
    if (!lock.taken) throw new StartRefusal(`Another program (process ${lock.holder}) has ${path}; stop it first.`)
    return lock
  })
  let failure = ''
  const round = async (): Promise<void> => {
    await watch.round()
    if (failure !== '') say('info', 'it goes on')
    failure = ''
  }
  const onError = (error: unknown): void => {
    const said = wordsOf(error)
    // once, and not at every round
    if (said !== failure) say('error', said)
    failure = said
  }
  const stop = startRounds(round, { everyMs, first: 'now', onError })
  // timers of rounds keep no process alive; this does, until it is told to stop
  const { port1: alive } = new MessageChannel()
  alive.on('message', () => undefined)
  const end = async (): Promise<void> => {
    await stop()
    for (const lock of locks) lock.release()
    alive.close()
  }
  process.once('SIGTERM', () => void end())
  process.once('SIGINT', () => void end())
  say('info', `it tells of ${network}`)
}

// of what did not come through, the reason lies below
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${wordsOf(error.cause)}` : error.message
}

function say(level: 'info' | 'error', message: string): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message })}\n`)
}
