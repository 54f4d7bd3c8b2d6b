import type { WalletTermsChange } from '@truemark/protocol/routes/transparency'
import { type AuditEntry } from './audit.store.ts'
import { operatorRoles } from '@truemark/protocol/access'
import * as z from 'zod/mini'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

const details = z.record(z.string(), z.string())
const roles = z.nullable(z.catch(z.nullable(z.enum(operatorRoles)), null))

function figureOf([name, text]: [string, string]): WalletTermsChange['figures'][number] {
  const [before, after] = text.split(' → ')
  return after === undefined ? { name, before: null, after: text } : { name, before: before ?? null, after }
}

/** The last changes that stand in the audit log as these actions, newest first, without who of a role it was. */
export async function findTermsChanges(
  database: Queryable,
  actions: readonly AuditEntry['action'][],
  limit: number,
): Promise<WalletTermsChange[]> {
  const { rows } = await database.query<{ time: string; role: unknown; detail: unknown }>(
    'SELECT time, role, detail FROM audit WHERE action = ANY($1) ORDER BY id DESC LIMIT $2',
    [actions, limit],
  )
  return rows.map(({ time, role, detail }) => ({
    time: integerOf(time),
    role: z.parse(roles, role),
    // by what it is known to have been noted is no figure
    figures: Object.entries(z.parse(details, detail))
      .filter(([name]) => name !== 'deed')
      .map(figureOf),
  }))
}
