import type { LevelState, RealNameLevelName, RealNameStanding } from '@truemark/protocol/routes/verification'
import { findServiceTerms } from '../operator/door.ts'
import { type VerificationPorts, reviewHoursMin } from './ports.ts'
import { type Fields, openFields } from './sealed.ts'
import type { VerificationRow } from './store.ts'

const none: LevelState = {
  state: 'none',
  submitted: null,
  deadline: null,
  decided: null,
  revoked: false,
  faults: [],
  fields: {},
}
const tailLength = 4

/** Whom a submission's fields are sealed for. */
export function ownerOf(userId: number, level: RealNameLevelName): string {
  return `${userId} ${level}`
}

/** What a person typed. */
export function fieldsOf({ sealing }: Pick<VerificationPorts, 'sealing'>, row: VerificationRow): Fields {
  // erased once its time is over
  return row.sealed.length === 0 ? {} : openFields(sealing, ownerOf(row.userId, row.level), row.sealed)
}

function levelOf(ports: VerificationPorts, row: VerificationRow | undefined): LevelState {
  if (row === undefined) return none
  const { state, submittedAt, deadlineAt, decidedAt, faults } = row
  const fields = fieldsOf(ports, row)
  const number = fields.document_number
  // a stolen session learns no more than its owner needs: the number is whole where it is to be mended
  const shown =
    number === undefined || state === 'rejected'
      ? fields
      : { ...fields, document_number: `…${[...number].slice(-tailLength).join('')}` }
  return {
    state,
    submitted: submittedAt,
    deadline: state === 'pending' ? deadlineAt : null,
    decided: decidedAt,
    revoked: row.revokedAt !== null,
    faults,
    fields: shown,
  }
}

/** Where both levels stand, by all that a person has submitted, newest first. */
export async function standingOf(
  ports: VerificationPorts,
  rows: readonly VerificationRow[],
): Promise<RealNameStanding> {
  const { identity_hours: max } = await findServiceTerms(ports.database)
  return {
    primary: levelOf(
      ports,
      rows.find(({ level }) => level === 'primary'),
    ),
    advanced: levelOf(
      ports,
      rows.find(({ level }) => level === 'advanced'),
    ),
    review_hours: { min: reviewHoursMin, max },
  }
}
