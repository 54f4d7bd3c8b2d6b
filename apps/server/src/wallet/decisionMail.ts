import { formatDecimal } from '@truemark/core/money/decimal'
import type { Say, Written } from '../identity/door.ts'
import { startRounds } from '../platform/rounds.ts'
import { type Decided, findUntold, noteDecisionMail } from './decisionMail.store.ts'
import type { WalletPorts } from './ports.ts'
import { type DepositRow, type WithdrawalRow, findDeposit, findWithdrawal } from './store.ts'

export type DecisionMailPorts = Pick<WalletPorts, 'catalogue' | 'database' | 'letters' | 'now'>

const sweepInterval = 60_000

/** Writes to whoever a deposit or a withdrawal is of how it was decided; once, also where it is asked for again. */
export async function tellDecision(ports: DecisionMailPorts, kind: Decided, id: number): Promise<void> {
  const { database, letters } = ports
  const found = kind === 'deposit' ? await depositLetter(ports, id) : await withdrawalLetter(ports, id)
  if (found === null) return
  const { userId, compose } = found
  await database.transaction(async (client) => {
    if (await noteDecisionMail(client, kind, id)) await letters.write(client, userId, compose)
  })
}

/** Tells what a crash kept from being told, now and every minute; returns how to stop. */
export function startDecisionMails(ports: DecisionMailPorts, onError: (error: unknown) => void): () => Promise<void> {
  const sweep = async (): Promise<void> => {
    for (const kind of ['deposit', 'withdrawal'] as const) {
      for (const id of await findUntold(ports.database, kind, ports.now())) await tellDecision(ports, kind, id)
    }
  }
  return startRounds(sweep, { everyMs: sweepInterval, first: 'now', onError })
}

interface Letter {
  readonly userId: number
  readonly compose: (say: Say) => Written
}

async function depositLetter({ catalogue, database }: DecisionMailPorts, id: number): Promise<Letter | null> {
  const row = await findDeposit(database, id)
  // what is personal of it may have been erased
  if (row === null || row.userId === 0 || !isTold(row)) return null
  const { code, scale } = catalogue.currency(row.currency)
  const { network, reason, received, userId } = row
  const amount = formatDecimal(received ?? row.amount, scale)
  return {
    userId,
    compose: (say) => ({
      template: row.status === 'completed' ? 'depositCompleted' : 'depositRejected',
      params: { amount, currency: code, network, reason: reason === '' ? '' : say(`wallet.depositReason.${reason}`) },
    }),
  }
}

async function withdrawalLetter({ catalogue, database }: DecisionMailPorts, id: number): Promise<Letter | null> {
  const row = await findWithdrawal(database, id)
  if (row === null || row.userId === 0 || !isTold(row)) return null
  const { code, scale } = catalogue.currency(row.currency)
  const { amount, fee, payee, reason, status, transactionId, userId } = row
  const isPaid = status === 'paid'
  return {
    userId,
    compose: (say) => ({
      template: isPaid ? 'withdrawalPaid' : 'withdrawalRejected',
      params: {
        amount: formatDecimal(isPaid ? amount - fee : amount, scale),
        currency: code,
        payee,
        transaction: transactionId,
        reason: reason === '' ? '' : say(`wallet.withdrawalReason.${reason}`),
      },
    }),
  }
}

function isTold({ status }: DepositRow | WithdrawalRow): boolean {
  return status === 'completed' || status === 'paid' || status === 'rejected'
}
