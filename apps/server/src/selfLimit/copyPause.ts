import { type Exchange, house } from '../engine/door.ts'

/** Puts the pause of a person's one holder on another that was just opened, so that no switch of accounts leads out. */
export async function copyPause(exchange: Exchange, from: number, to: number): Promise<void> {
  const { until, cause } = await exchange.ask(house, { type: 'selfLimits', holder: from })
  if (until === 0 || cause === 'loss') return
  const paused = await exchange.command(house, { type: 'pauseRisk', holder: to, until })
  // it bears the same pause already where an earlier call was cut off, or the pause has just ended
  if (!paused.ok && paused.reason !== 'pause_shorter' && paused.reason !== 'request_malformed') {
    throw new Error(`a pause was not copied: ${paused.reason}`)
  }
}
