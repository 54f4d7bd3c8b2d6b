import { createHash } from 'node:crypto'
import { dayMs } from '@truemark/core/money/units'
import type { Database } from '../platform/postgres/database.ts'
import { startRounds } from '../platform/rounds.ts'
import { type ClientReport, forgetReports, noteReport } from './clientErrors.store.ts'
import { scrubbed } from './scrub.ts'

/** How long a group is kept after its last report, how many there are, and how many reports a minute are counted in all. */
export const keptDays = 30
export const groupsMax = 1_000
const perMinuteMax = 300
const messageMax = 500
const stackMax = 4_000
const pageMax = 120
const sweepInterval = 3_600_000

/** A crash as the app tells it. */
export interface ToldCrash {
  readonly version: string
  readonly message: string
  readonly stack: string
  /** The path of the screen, without its query. */
  readonly path: string
  readonly userAgent: string
}

/** What of a crash is kept: no address, number or token of a person, and no id of anything of theirs. */
export function reportOf({ version, message, stack, path, userAgent }: ToldCrash): ClientReport {
  const said = scrubbed(message).slice(0, messageMax)
  const frames = scrubbed(placesOf(stack)).slice(0, stackMax)
  const place =
    frames
      .split('\n')
      .find((line) => /:\d+/.test(line))
      ?.trim() ?? ''
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([version, said, place]))
    .digest()
  return {
    fingerprint,
    version,
    message: said,
    place,
    stack: frames,
    page: screenOf(path),
    browser: browserOf(userAgent),
  }
}

// the file of a frame says where it broke; the host that it came from, and what stood in its query, do not
function placesOf(stack: string): string {
  return stack.replaceAll(/\b(?:https?|file|blob|webpack):\/+[^\s/)]*\//g, '/').replaceAll(/\?[^\s:)]*/g, '')
}

/** A screen's path with what names a thing of somebody's left out: long words, and words with figures in them. */
export function screenOf(path: string): string {
  const parts = path.split('/').map((part) => (part.length > 20 || /\d{3}/.test(part) ? '*' : part))
  return scrubbed(parts.join('/')).slice(0, pageMax)
}

/** The family of a browser, and its main version. */
export function browserOf(userAgent: string): string {
  const found = /(Edg|OPR|SamsungBrowser|Firefox|Chrome|Version)\/(\d{1,4})/.exec(userAgent)
  if (found === null) return ''
  const [, family = '', version = ''] = found
  return `${family === 'Version' ? 'Safari' : family} ${version}`
}

export interface ClientErrorPorts {
  readonly database: Database
  readonly now: () => number
}

/** Counts crashes in their groups; those beyond the allowance of a minute are left out, whoever sends them. */
export function openClientErrors({ database, now }: ClientErrorPorts): { note(told: ToldCrash): Promise<void> } {
  let minute = 0
  let count = 0
  return {
    note: async (told) => {
      const time = now()
      const current = Math.floor(time / 60_000)
      if (current !== minute) [minute, count] = [current, 0]
      count += 1
      if (count > perMinuteMax) return
      const isNew = await noteReport(database, reportOf(told), time)
      if (isNew) await forgetReports(database, time - keptDays * dayMs, groupsMax)
    },
  }
}

/** Forgets, now and every hour, what is past its time; returns how to stop. */
export function startForgettingClientErrors(
  { database, now }: ClientErrorPorts,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const sweep = (): Promise<void> => forgetReports(database, now() - keptDays * dayMs, groupsMax)
  return startRounds(sweep, { everyMs: sweepInterval, first: 'now', onError })
}
