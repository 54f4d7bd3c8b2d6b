import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { usdtScale } from '@truemark/core/money/units'
import type { DeskWithdrawal } from '@truemark/protocol/routes/deskWallet'
import { type PayoutNetwork, deskPayoutRoutes as routes } from '@truemark/protocol/routes/deskPayouts'
import { actorOf, appendAudit, findFreeze, findOperatorNames, ownAccountRefusal } from '../../operator/door.ts'
import { type Call, type Outcome, done, refused, replayed } from '../../platform/http/call.ts'
import type { Gateway } from '../../platform/http/gateway.ts'
import { perform } from '../deed.ts'
import { shownWithdrawal, withdrawalNamed } from '../deskWithdrawals.ts'
import { isRepeat } from '../keys.ts'
import type { WalletPorts } from '../ports.ts'
import type { WithdrawalRow } from '../store.ts'
import { countPayouts, findOrdersOf, findSwitches, isPaused, openOrders, releasedSince } from './payouts.store.ts'
import { defineSettling, resumeGate, settle, turnSwitch } from './settle.ts'
import { isEnded } from './stand.ts'
import { keepOrder, tellEngine } from './tell.ts'

/** Binds what operators do about payouts by machines. */
export function bindPayouts(gateway: Gateway, ports: WalletPorts): void {
  defineSettling(ports)
  gateway.bind(routes.deskPayouts, async () => {
    const { dayMax } = ports.payouts
    const used = await releasedSince(ports.database, Math.floor(ports.now() / dayMs) * dayMs)
    const usdt = (units: bigint): string => formatDecimal(units, usdtScale)
    return done({ day_max: usdt(dayMax), day_used: usdt(used), items: await networks(ports) })
  })
  gateway.bind(routes.deskPayoutsSwitch, async ({ caller, body }) => {
    const { network, paused, reason } = body
    if (!ports.payouts.orderMax.has(network)) return refused('network_unknown')
    if (!paused) {
      const gate = await resumeGate(ports, caller, network, reason)
      if (gate !== null) return gate
    }
    const actor = await actorOf(ports, caller)
    await ports.database.transaction((client) =>
      turnSwitch(ports, client, { network, paused, reason, operator: caller.userId, actor }),
    )
    return done(null)
  })
  gateway.bind(routes.deskWithdrawalRelease, (call) => release(ports, call))
  gateway.bind(routes.deskWithdrawalRecall, (call) => recall(ports, call))
  gateway.bind(routes.deskWithdrawalSettle, (call) => settle(ports, call))
}

const dayMs = 86_400_000

async function networks({ chainHeard, database, payouts }: WalletPorts): Promise<PayoutNetwork[]> {
  const counts = await countPayouts(database)
  const switches = await findSwitches(database)
  const names = await findOperatorNames(
    database,
    switches.map(({ operator }) => operator),
  )
  return [...payouts.orderMax].map(([network, max]) => {
    const turned = switches.find((one) => one.network === network)
    const count = counts.find((one) => one.network === network)
    const heard = chainHeard.get(network)
    return {
      network,
      order_max: formatDecimal(max, usdtScale),
      paused: turned?.paused ?? false,
      changed_by: turned === undefined ? '' : (names.get(turned.operator) ?? ''),
      reason: turned?.reason ?? '',
      changed: turned?.changedAt ?? null,
      running: count?.running ?? 0,
      lost: count?.lost ?? 0,
      heard: heard?.time ?? null,
      short: [...(heard?.short ?? [])],
    }
  })
}

async function release(
  ports: WalletPorts,
  { body, caller, key, params }: Call<typeof routes.deskWithdrawalRelease>,
): Promise<Outcome<DeskWithdrawal>> {
  const { catalogue, database, payouts } = ports
  const row = await withdrawalNamed(ports, params.id)
  if (row === null) return refused('withdrawal_unknown')
  const own = await ownAccountRefusal(database, row.userId, caller.userId)
  if (own !== null) return own
  const { code, scale } = catalogue.currency(row.currency)
  // typed again by whoever lets it go: another amount or unit is not what they saw
  if (body.currency !== code || parseDecimal(body.amount, scale) !== row.amount) return refused('field_malformed')
  const orderMax = row.method === 'address' ? payouts.orderMax.get(row.network) : undefined
  if (!(await isRepeat(ports, row.holder, key))) {
    if (orderMax === undefined) return refused('payout_by_people')
    if (await isPaused(database, row.network)) return refused('payout_paused')
    if ((await findFreeze(database, row.userId)) !== null) return refused('account_frozen')
  }
  const { holder, id: withdrawal, userId } = row
  const operator = caller.userId
  const bounds = { orderMax: orderMax ?? 0n, dayMax: payouts.dayMax }
  const outcome = await perform(ports, {
    actor: await actorOf(ports, caller),
    action: 'withdrawal_released',
    userId,
    subject: ports.ids.write('withdrawal', withdrawal),
    reason: '',
    detail: {
      withdrawal: ports.ids.write('withdrawal', withdrawal),
      amount: body.amount,
      currency: code,
      network: row.network,
      payee: row.payee,
    },
    holder,
    command: { type: 'releaseWithdrawal', holder, withdrawal, operator, ...bounds },
    alone: aloneOf(row, operator),
    // one withdrawal may be handed over more than once
    done: async () => {
      await openOrders(database, ports.now())
      const order = (await findOrdersOf(database, [withdrawal])).get(withdrawal)
      return order === undefined ? ports.ids.write('withdrawal', withdrawal) : ports.ids.write('payout', order.payout)
    },
    key,
  })
  if (!outcome.ok) return outcome
  return replayed(await shownWithdrawal(ports, withdrawal), outcome.replayed === true)
}

// whoever approved it and lets it go does alone what one could do for any number of accounts
function aloneOf({ amount, approvedBy, currency, status }: WithdrawalRow, operator: number) {
  if (status === 'approved' && approvedBy !== operator) return null
  return { kind: 'payout', operator, currency, amount } as const
}

async function recall(
  ports: WalletPorts,
  { body, caller, params }: Call<typeof routes.deskWithdrawalRecall>,
): Promise<Outcome<DeskWithdrawal>> {
  const { database, ids } = ports
  const row = await withdrawalNamed(ports, params.id)
  if (row === null) return refused('withdrawal_unknown')
  const own = await ownAccountRefusal(database, row.userId, caller.userId)
  if (own !== null) return own
  await openOrders(database, ports.now())
  const order = (await findOrdersOf(database, [row.id])).get(row.id)
  if (order === undefined) return refused('payout_unknown')
  if (isEnded(order.state)) return refused('payout_done')
  const actor = await actorOf(ports, caller)
  await keepOrder(ports, order.payout, async (now, client) => {
    if (now.recalledBy !== 0) return null
    const entry = { actor, action: 'payout_recalled', subject: ids.write('payout', order.payout) } as const
    const detail = { transaction_id: now.transactionId, network: now.network }
    await appendAudit(client, { ...entry, reason: body.reason, detail, touched: [ids.write('user', row.userId)] })
    return { ...now, recalledBy: caller.userId, updatedAt: ports.now() }
  })
  // at once where it was not let go yet; what was, its program says
  await tellEngine(ports, order.payout)
  return shownWithdrawal(ports, row.id)
}
