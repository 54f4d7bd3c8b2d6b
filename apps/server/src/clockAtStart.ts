import { lastRowTime } from './engine/door.ts'
import { type ClockOrigin, type MachineTime, SteadyClock, machineTime } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import type { Logger } from './platform/log.ts'
import type { Queryable } from './platform/postgres/database.ts'
import { startRounds } from './platform/rounds.ts'
import { StartRefusal } from './platform/startRefusal.ts'

/** The journal may end so far (ms) ahead of the machine's clock, or behind it, without anybody's word for it. */
const aheadMax = 24 * 3_600_000
const behindMax = 90 * 24 * 3_600_000
/** Smaller differences (ms) are nobody's business. */
const toldMin = 1_000
const lookInterval = 1_000

export interface StartClock {
  readonly clock: SteadyClock
  /** What the threads begin with, so that all of them tell the same time. */
  readonly origin: ClockOrigin
}

/**
 * The time that this run goes by: the machine's, or the journal's where its last row lies ahead of that. Throws a
 * StartRefusal where they lie too far apart and the operator has not said that this is accepted.
 */
export async function clockAtStart(
  config: Pick<Config, 'clockDifference'>,
  database: Queryable,
  logger: Pick<Logger, 'warn'>,
  machine: MachineTime = machineTime,
): Promise<StartClock> {
  const wall = machine.wall()
  const last = (await lastRowTime(database)) ?? wall
  const lead = last - wall
  if (config.clockDifference === 'refuse') refuseDifference(last, wall)
  if (lead > toldMin) {
    const until = `It goes on from there, a hundredth slower than it flows until both agree.`
    logger.warn(`The journal ends ${spanOf(lead)} ahead of this machine's clock. ${until}`)
  }
  const origin = { time: Math.max(wall, last), monotonic: machine.monotonic() }
  return { clock: new SteadyClock(machine, origin), origin }
}

function refuseDifference(last: number, wall: number): void {
  const lead = last - wall
  if (lead <= aheadMax && -lead <= behindMax) return
  const where = `The journal's last row is of ${iso(last)}, ${spanOf(Math.abs(lead))} ${lead > 0 ? 'ahead of' : 'before'} this machine's clock (${iso(wall)}).`
  throw new StartRefusal(
    `${where} Set the clock right; if it is right, start once with CLOCK_DIFFERENCE=accept to go on from ${lead > 0 ? "the journal's time" : 'now'}.`,
  )
}

/** Says in the log whenever the machine's clock has come to differ from the time that the exchange goes by. */
export function watchClock(clock: SteadyClock, lifecycle: Lifecycle, logger: Pick<Logger, 'warn' | 'info'>): void {
  let told = Math.abs(clock.lead) > toldMin ? clock.lead : 0
  const look = (): void => {
    clock.now()
    const { lead } = clock
    const differs = Math.abs(lead) > toldMin
    if (differs && Math.abs(lead - told) > toldMin) {
      const way = lead > 0 ? 'behind' : 'ahead of'
      logger.warn(
        `The machine's clock stands ${spanOf(Math.abs(lead))} ${way} the exchange's time: it was set. The exchange goes on by its own time; where the machine's clock is right now, a restart of the server takes it.`,
      )
      told = lead
    } else if (!differs && told !== 0) {
      told = 0
      logger.info("The machine's clock and the exchange's time agree again.")
    } else if (Math.abs(lead) < Math.abs(told)) told = lead
  }
  const onError = (error: unknown): void => logger.warn({ err: error }, 'the clock could not be looked at')
  lifecycle.add('clock watch', lookInterval, startRounds(look, { everyMs: lookInterval, first: 'later', onError }))
}

function iso(time: number): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString()
}

function spanOf(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 120) return `${seconds} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}
