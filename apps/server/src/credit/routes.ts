import { creditScore } from '@truemark/protocol/routes/credit'
import { hasTotp, personById } from '../identity/door.ts'
import { passkeysOf } from '../passkey/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Database } from '../platform/postgres/database.ts'
import { countOutcomes } from '../wallet/door.ts'
import { ruleVersion, scoreMax, scoreOf } from './score.ts'

/** What the score is read from. */
export interface CreditPorts {
  readonly database: Database
  readonly now: () => number
}

/** Binds the credit score of the caller, of whichever realm: it is a person's. */
export function bindCredit(gateway: Gateway, { database, now }: CreditPorts): void {
  gateway.bind(creditScore, async ({ caller }) => {
    const person = await personById(database, caller.userId)
    if (person === null) return refused('login_required')
    const [hasApp, passkeys, outcomes] = await Promise.all([
      hasTotp(database, person.id),
      passkeysOf(database, { kind: 'user', id: person.id }),
      countOutcomes(database, person.realHolder),
    ])
    const time = now()
    const { score, lines } = scoreOf({
      isContactProven: person.verified !== null,
      isPrimaryApproved: person.realName === 'approved',
      isAdvancedApproved: person.advancedName === 'approved',
      hasSecondFactor: hasApp || passkeys.length > 0,
      ageMs: time - person.createdAt,
      ...outcomes,
    })
    return done({ score, score_max: scoreMax, version: ruleVersion, lines, time })
  })
}
