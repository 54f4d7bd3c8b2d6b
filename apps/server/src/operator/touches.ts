import { touchRoutes as routes } from '@truemark/protocol/routes/touches'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { personById } from '../identity/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { placeIn } from '../platform/http/page.ts'
import { noteReading } from './audit.store.ts'
import { ownAccountRefusal } from './ownAccount.ts'
import { type DeskPorts, actorOf } from './ports.ts'
import { freezePayouts, release } from './suspensions.ts'
import { findDisabling, findFreeze } from './suspensions.store.ts'
import { findDealings, findTouches } from './touches.store.ts'

const dealingsMax = 100

type Touches = AnswerOf<typeof routes.accountTouches>
interface Page {
  readonly cursor?: string | undefined
  readonly limit?: string | undefined
}

/** Binds who touched an account, for its owner and the desk, and the freeze on legal grounds. */
export function bindTouches(gateway: Gateway, ports: DeskPorts): void {
  const { database, ids } = ports
  gateway.bind(routes.accountTouches, ({ caller, query }) => touchesOf(ports, caller.userId, query))
  gateway.bind(routes.deskUserTouches, async ({ caller, params, query }) => {
    const id = ids.read('user', params.id)
    if (id === null || (await personById(database, id)) === null) return refused('user_unknown')
    const actor = await actorOf(ports, caller)
    const shown = [params.id]
    await database.transaction((client) =>
      noteReading(client, { actor, action: 'user_touches_read', shown, touched: shown }),
    )
    return touchesOf(ports, id, query)
  })
  gateway.bind(routes.deskUserFreeze, async ({ caller, params, body }) => {
    const id = ids.read('user', params.id)
    if (id === null || (await personById(database, id)) === null) return refused('user_unknown')
    const own = await ownAccountRefusal(database, id, caller.userId)
    if (own !== null) return own
    const { freeze, reason } = body
    if (freeze === null && (await findFreeze(database, id)) === null) return refused('suspension_none')
    const changed =
      freeze === null
        ? await release(ports, caller, { user: id, kind: 'freeze', reason })
        : await freezePayouts(ports, caller, { user: id, ...freeze, reason })
    if (!changed.ok) return changed
    return done(await findFreeze(database, id))
  })
}

async function touchesOf(ports: DeskPorts, userId: number, query: Page): Promise<Outcome<Touches>> {
  const { database, ids } = ports
  const place = placeIn(ids, 'audit', query)
  if (place === null) return refused('field_malformed')
  const dealings = await findDealings(database, userId, dealingsMax)
  const uid = ids.write('user', userId)
  const subjects = [uid, ...dealings.map(({ kind, id }) => ids.write(kind, id))]
  const rows = await findTouches(database, { uid, subjects, ...place })
  const items = rows.map(({ id, time, actor, action, reason }) => {
    // a reviewer's note is for the log; what was wrong stands in the submission itself
    const told = action.startsWith('verification_') ? '' : reason
    return { id: ids.write('audit', id), time, operator: actor, action, reason: told }
  })
  const cursor = rows.length === place.limit ? (items.at(-1)?.id ?? null) : null
  const [freeze, disabled] = await Promise.all([findFreeze(database, userId), findDisabling(database, userId)])
  return done({ freeze, disabled, items, cursor })
}
