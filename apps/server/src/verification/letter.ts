import type { RealNameLevelName, VerificationFault } from '@truemark/protocol/routes/verification'
import type { Say, Written } from '../identity/door.ts'

const templates = {
  approved: 'verificationApproved',
  rejected: 'verificationRejected',
  revoked: 'verificationRevoked',
} as const

/** What a person is written of the decision on a level: each field at fault with its reason, in their language. */
export function decisionLetter(
  decision: keyof typeof templates,
  level: RealNameLevelName,
  faults: readonly VerificationFault[],
): (say: Say) => Written {
  return (say) => ({
    template: templates[decision],
    params: { level, lines: faults.map((fault) => lineOf(say, fault)).join('\n') },
  })
}

function lineOf(say: Say, { field, reason, note }: VerificationFault): string {
  const line = `${say(`verification.field.${field}`)}: ${say(`verification.reason.${reason}`)}`
  return note === '' ? line : `${line} ${note}`
}
