import { randomInt } from 'node:crypto'
import type { Queryable } from '../platform/postgres/database.ts'
import { serverFor } from './acting.ts'
import { type ListedOperator, setUnconfirmed } from './operators.store.ts'
import type { DeskPorts } from './ports.ts'
import type { Plan } from './proposalKind.ts'
import { findProposal } from './proposals.store.ts'
import type { OperatorRow } from './store.ts'

const codesMax = 1_000_000
const codeDigits = 6
/** Why it is asked for, as it stands with the question and in the audit log. */
const cameByLink = 'came by a link'

/**
 * Keeps who came by the link of an invitation from signing in until another operator than the one who saw that link has
 * heard a code from them, and asks for it in the name of that one. Gives the code.
 */
export async function awaitConfirmation(
  { proposals }: Pick<DeskPorts, 'proposals'>,
  client: Queryable,
  { id, name, role }: OperatorRow,
  invitation: number,
): Promise<string> {
  const invited = await findProposal(client, invitation)
  if (invited === null) throw new Error('a link of no invitation')
  const code = String(randomInt(codesMax)).padStart(codeDigits, '0')
  await setUnconfirmed(client, id, code)
  const { askedBy, askerName } = invited
  await proposals.askIn(client, {
    kind: 'operator_enable',
    payload: enablePayloadOf(id),
    planned: enablePlan({ name, role, disabled: true, spokenCode: code }),
    reason: cameByLink,
    askedBy,
    actor: serverFor(askerName),
  })
  return code
}

/** What enabling an operator is asked with, as it is kept. */
export function enablePayloadOf(operator: number): string {
  return JSON.stringify({ operator })
}

/** What enabling an operator would change, with what is to be heard from who has never been confirmed. */
export function enablePlan({
  name,
  role,
  disabled,
  spokenCode,
}: Pick<ListedOperator, 'name' | 'role' | 'disabled' | 'spokenCode'>): Plan {
  const detail = { disabled: `${disabled} → false`, role }
  return { subject: name, detail: spokenCode === null ? detail : { ...detail, spoken_code: spokenCode } }
}
