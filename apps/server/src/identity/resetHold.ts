import type { Exchange } from '../engine/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Person } from './store.ts'

/**
 * Holds a person's withdrawals for a day of the exchange's own time, before what guards the account is reset: so that no
 * moment lies between. What follows may fail, and the hold stands all the same. Who has no real account holds nothing.
 */
export async function holdWithdrawals(
  exchange: Exchange,
  { realHolder, realOpened }: Pick<Person, 'realHolder' | 'realOpened'>,
): Promise<Outcome<null>> {
  if (realHolder === null || !realOpened) return done(null)
  const source = { kind: 'holder', holder: realHolder, realm: 'real' } as const
  const held = await exchange.command(source, { type: 'holdWithdrawals', holder: realHolder })
  return held.ok ? done(null) : refused(held.reason, held.params)
}
