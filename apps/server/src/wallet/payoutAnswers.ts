import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { type Outcome, type Call, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { insertAnswer, lockAnswer } from './payoutAnswers.store.ts'
import type { WalletPorts } from './ports.ts'
import { withdrawalShape } from './shape.ts'
import { type WithdrawalRow, findWithdrawal } from './store.ts'

type Answering = Call<typeof walletRoutes.withdrawalAnswer>

/** Binds what people say of their own payouts. */
export function bindPayoutAnswers(gateway: Gateway, ports: WalletPorts): void {
  const { database, ids, reads } = ports
  gateway.bind(walletRoutes.withdrawalAnswer, async (call) => {
    const id = ids.read('withdrawal', call.params.id)
    if (id === null) return refused('withdrawal_unknown')
    await reads.settled(call.caller.holder)
    const answered = await database.transaction((client) => answer(ports, client, call, id))
    if (!answered.ok) return answered
    if (answered.data !== null) await ports.disputes.told(answered.data)
    const row = await findWithdrawal(database, id)
    return row === null ? refused('server_busy') : done(withdrawalShape(ports, row))
  })
}

/** Keeps the answer; gives the ticket that it opened, or null. The same answer again changes nothing. */
async function answer(
  ports: WalletPorts,
  client: Queryable,
  { caller, body: { arrived } }: Answering,
  id: number,
): Promise<Outcome<number | null>> {
  await lockAnswer(client, id)
  const row = await findWithdrawal(client, id)
  // another's is told from none by nobody
  if (row === null || row.holder !== caller.holder) return refused('withdrawal_unknown')
  if (row.status !== 'paid') return refused('payout_unpaid')
  const time = ports.now()
  if (row.answer === null) {
    const ticket = arrived
      ? null
      : await ports.disputes.open(client, { userId: caller.userId, question: question(ports, row) })
    await insertAnswer(client, { withdrawal: id, step: 0, arrived, time, ticket })
    return done(ticket)
  }
  const isSame = arrived ? row.answer !== 'missing' : row.answer === 'missing'
  if (isSame) return done(null)
  // what arrived once did arrive; what did not may do so later
  if (!arrived) return refused('payout_answered')
  await insertAnswer(client, { withdrawal: id, step: 1, arrived, time, ticket: null })
  return done(null)
}

function question(ports: WalletPorts, row: WithdrawalRow): string {
  const { ids } = ports
  const { currency, payout, payee, network, transaction_id: transaction } = withdrawalShape(ports, row)
  const where = network === '' ? payee : `${network}: ${payee}`
  return `${ids.write('withdrawal', row.id)}\n${payout} ${currency}\n${where}\n${transaction}`
}
