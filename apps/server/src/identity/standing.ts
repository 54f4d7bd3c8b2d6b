import type { RealNameState } from '@truemark/core/ledger/standing'
import { type Exchange, house } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import { Turns } from '../platform/turns.ts'
import { type Person, clearStandingDue, personById } from './store.ts'

const turns = new Turns()

/** What the engine knows of a person's levels. */
function realNameOf({ realName, advancedName }: Person): RealNameState {
  if (realName === 'none') return 'missing'
  return realName === 'approved' && advancedName === 'approved' ? 'advanced' : realName
}

/** Whether the engine would be told the same of a person. */
function isAlike(one: Person, other: Person): boolean {
  return realNameOf(one) === realNameOf(other) && one.closed === other.closed && one.country === other.country
}

/**
 * Brings the engine's standing of a person's holders in line with the person's row. What was changed at the same time
 * is told in turn, each time as the row then stands; throws where the engine does not answer.
 */
export function tellStanding(
  { database, exchange }: { readonly database: Database; readonly exchange: Exchange },
  userId: number,
): Promise<void> {
  return turns.take(userId, async () => {
    let person = await personById(database, userId)
    while (person !== null) {
      await tell(exchange, person)
      await clearStandingDue(database, person)
      // another process may have told what has changed since, and this came after it
      const then = person
      person = await personById(database, userId)
      if (person !== null && isAlike(then, person)) return
    }
  })
}

async function tell(exchange: Exchange, person: Person): Promise<void> {
  for (const holder of [person.realHolder, person.demoHolder]) {
    if (holder === null) continue
    const { standing } = await exchange.ask(house, { type: 'standing', holder })
    if (standing === null) continue
    const isReal = holder === person.realHolder
    const realName = isReal ? realNameOf(person) : standing.realName
    const country = isReal ? person.country : standing.country
    // what operators stop for a time the engine knows itself
    const disabled = person.closed
    if (standing.disabled === disabled && standing.realName === realName && standing.country === country) continue
    const told = await exchange.command(house, { type: 'setStanding', holder, disabled, realName, country })
    if (!told.ok) throw new Error(`the engine refused a standing: ${told.reason}`)
  }
}
