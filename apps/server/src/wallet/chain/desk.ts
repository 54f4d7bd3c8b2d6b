import { dayMs } from '@truemark/core/money/units'
import { type ChainPayment, deskChainRoutes as routes } from '@truemark/protocol/routes/deskChain'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { findAskers } from '../../identity/door.ts'
import { actorOf, noteReading, ownAccountRefusal } from '../../operator/door.ts'
import { type Call, type Outcome, done, refused } from '../../platform/http/call.ts'
import type { Gateway } from '../../platform/http/gateway.ts'
import { pageAtPlace, placeIn } from '../../platform/http/page.ts'
import type { WalletPorts } from '../ports.ts'
import {
  type ChainDecision,
  canonicalReturn,
  creditByPeople,
  defineChainDecisions,
  endByHand,
  planOf,
  takeRoom,
} from './decide.ts'
import { type ChainPaymentRow, findIncoming, findPayment, findQueue } from './payments.store.ts'
import { incomingShape, paymentShape } from './shape.ts'

/** Binds what people see of payments that networks show, and what operators do about them. */
export function bindChain(gateway: Gateway, ports: WalletPorts): void {
  const { database, ids, now } = ports
  defineChainDecisions(ports)
  gateway.bind(walletRoutes.depositsIncoming, async ({ caller, query }) => {
    const place = placeIn(ids, 'chainPayment', query)
    if (place === null) return refused('field_malformed')
    const rows = await findIncoming(database, caller.userId, { since: now() - dayMs, ...place })
    const items = rows.map((row) => incomingShape(ports, row))
    return pageAtPlace(items, place, ({ id }) => id)
  })
  gateway.bind(routes.deskChain, async ({ caller, query }) => {
    const place = placeIn(ids, 'chainPayment', query)
    if (place === null) return refused('field_malformed')
    const rows = await findQueue(database, query.queue ?? 'waiting', place.before, place.limit)
    const items = await shown(ports, rows)
    const actor = await actorOf(ports, caller)
    const touched = items.flatMap(({ uid }) => (uid === null ? [] : [uid]))
    const reading = { actor, action: 'chain_payments_listed', shown: items.map(({ id }) => id), touched } as const
    await database.transaction((client) => noteReading(client, reading))
    return pageAtPlace(items, place, ({ id }) => id)
  })
  gateway.bind(routes.deskChainDecide, (call) => decide(ports, call))
}

async function shown(ports: WalletPorts, rows: readonly ChainPaymentRow[]): Promise<ChainPayment[]> {
  const { database, ids } = ports
  const people = rows.flatMap(({ userId }) => (userId === null ? [] : [userId]))
  const askers = await findAskers(database, people)
  return rows.map((row) => ({
    ...paymentShape(ports, row),
    uid: row.userId === null ? null : ids.write('user', row.userId),
    account: row.userId === null ? '' : (askers.get(row.userId)?.account ?? ''),
  }))
}

async function decide(
  ports: WalletPorts,
  { caller, body, params }: Call<typeof routes.deskChainDecide>,
): Promise<Outcome<ChainPayment>> {
  const { database, ids } = ports
  const id = ids.read('chainPayment', params.id)
  const row = id === null ? null : await findPayment(database, id)
  if (row === null) return refused('deposit_unknown')
  const user = body.uid === '' ? 0 : ids.read('user', body.uid)
  if (user === null) return refused('user_unknown')
  const own = await ownAccountRefusal(database, row.userId ?? user, caller.userId)
  if (own !== null) return own
  const typed =
    body.act === 'return' ? await canonicalReturn(ports, row, body) : { address: '', memo: '', transactionId: '' }
  const wanted: ChainDecision = { payment: row.id, act: body.act, user, ...typed }
  const plan = await planOf(ports, row, wanted)
  if (!plan.ok) return plan
  const gate = await ports.proposals.gate(caller, 'chain_payment', wanted, body.reason)
  if (gate !== null) return gate
  const ended = await alone(ports, caller, wanted, row, body.reason)
  if (!ended.ok) return ended
  const after = await findPayment(database, row.id)
  const [item] = after === null ? [] : await shown(ports, [after])
  return item === undefined ? refused('server_error') : done(item)
}

// in an installation that is declared to have one operator
async function alone(
  ports: WalletPorts,
  caller: Call<typeof routes.deskChainDecide>['caller'],
  wanted: ChainDecision,
  row: ChainPaymentRow,
  reason: string,
): Promise<Outcome<null>> {
  const { database } = ports
  const actor = await actorOf(ports, caller)
  if (wanted.act !== 'credit') {
    return database.transaction((client) => endByHand(ports, client, wanted, { actor, reason }))
  }
  const room = await database.transaction((client) => takeRoom(ports, client, row, caller.userId))
  if (!room.ok) return room
  const { userId } = caller
  return creditByPeople(ports, wanted, { asker: userId, approver: userId, actor, reason })
}
