import { readDocument } from '@truemark/protocol/evidence/verify'
import { type LoggedTerms, publicCheckRoutes as routes } from '@truemark/protocol/routes/publicChecks'
import { termKinds } from '@truemark/protocol/terms'
import { pageLimit } from '@truemark/protocol/values'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { evidenceKinds } from './evidenceSubjects.ts'
import type { TransparencyPorts } from './ports.ts'
import { findLoggedTerms } from './loggedTerms.store.ts'

const kinds = (['terms', 'notice'] as const).map((kind) => evidenceKinds.indexOf(kind))
const cursorShape = /^[0-9]{1,15}$/

/** Binds the public history of terms: as it was signed, each change with its place in the log of evidence. */
export function bindTerms(gateway: Gateway, { database }: TransparencyPorts): void {
  gateway.bind(routes.termsPublic, async ({ query: { cursor, limit: wanted, subject, term } }) => {
    if (cursor !== undefined && !cursorShape.test(cursor)) return refused('field_malformed')
    const limit = pageLimit(wanted)
    const rows = await findLoggedTerms(
      database,
      {
        kinds,
        terms: term === undefined ? termKinds : [term],
        subject: subject ?? null,
        before: cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor),
      },
      limit,
    )
    const items = rows.flatMap(({ place, document }): LoggedTerms[] => {
      const change = readDocument({ document })
      return change?.kind === 'terms' || change?.kind === 'notice' ? [{ place, change }] : []
    })
    return done({ items, cursor: rows.length === limit ? String(rows.at(-1)?.place ?? '') : null })
  })
}
