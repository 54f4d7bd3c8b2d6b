import type { HolderId } from '@truemark/core/ledger/holders'
import type { Answer } from '@truemark/core/answer'
import type { Command } from '@truemark/core/vocabulary'
import { parseAmount } from '@truemark/core/money/decimal'
import { canonicalTransaction } from '@truemark/payee/transaction'
import { type Deposit, walletRoutes } from '@truemark/protocol/routes/wallet'
import { execute, sourceOf } from '../engine/door.ts'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { Media } from '../platform/http/media.ts'
import { findDepositClaim, insertDepositClaim, removeDepositClaim } from './claims.store.ts'
import { pageAtPlace, placeIn } from '../platform/http/page.ts'
import { isRepeat, isUnknown } from './keys.ts'
import { Turns } from '../platform/turns.ts'
import { findNetwork } from './networks.store.ts'
import type { WalletPorts } from './ports.ts'
import { depositShape } from './shape.ts'
import { type DepositRow, findDeposit, findDeposits } from './store.ts'

/** Binds what a person says to have sent. */
export function bindDeposits(gateway: Gateway, ports: WalletPorts): void {
  const { database, ids, reads } = ports
  gateway.bind(walletRoutes.depositMake, (call) => submit(ports, call))
  gateway.bind(walletRoutes.deposits, async ({ caller, query }) => {
    const place = placeIn(ids, 'deposit', query)
    if (place === null) return refused('field_malformed')
    await reads.settled(caller.holder)
    const rows = await findDeposits(database, { holder: caller.holder, state: query.state ?? null, ...place })
    const items = rows.map((row) => depositShape(ports, row))
    return pageAtPlace(items, place, ({ id }) => id)
  })
  gateway.bind(walletRoutes.depositCancel, async ({ caller, params, key }) => {
    const deposit = ids.read('deposit', params.id)
    if (deposit === null || !(await isOwn(ports, deposit, caller.holder))) return refused('deposit_unknown')
    const command = { type: 'cancelDeposit', holder: caller.holder, deposit } as const
    return execute(ports, { caller, key }, command, {
      done: async () => {
        await reads.settled(caller.holder)
        const row = await findDeposit(database, deposit)
        return row === null ? refused('server_busy') : done(depositShape(ports, { ...row, status: 'canceled' }))
      },
    })
  })
  gateway.bind(walletRoutes.depositVoucher, async ({ caller, params }) => {
    const id = ids.read('deposit', params.id)
    const row = id === null ? null : await findDeposit(database, id)
    if (row === null || row.holder !== caller.holder) return refused('deposit_unknown')
    return voucherOf(ports, row)
  })
}

// an id that is another's is told from none by nobody; a deposit of a moment ago may not be in the table yet
async function isOwn({ database, reads }: WalletPorts, deposit: number, holder: HolderId): Promise<boolean> {
  await reads.settled(holder)
  const row = await findDeposit(database, deposit)
  return row === null || row.holder === holder
}

/** The image of a deposit's voucher, for whoever may see it. */
export async function voucherOf({ ids, vault }: WalletPorts, row: DepositRow): Promise<Outcome<Media>> {
  const file = await vault.read(row.fileId, 'voucher')
  if (file === null) return refused('file_unknown')
  return done(new Media(file.type, file.bytes, `voucher-${ids.write('deposit', row.id)}.jpg`))
}

type Submission = Call<typeof walletRoutes.depositMake>

async function submit(ports: WalletPorts, call: Submission): Promise<Outcome<Deposit>> {
  const { caller, body, key } = call
  const currency = ports.catalogue.currencyByCode(body.currency)
  if (currency === undefined) return refused('currency_unknown')
  const amount = parseAmount(body.amount, currency.scale)
  if (amount === null) return refused('field_malformed', { field: 'amount' })
  const wanted = { type: 'submitDeposit', holder: caller.holder, currency: currency.code, amount, fault: '' } as const
  if (await isRepeat(ports, caller.holder, key)) {
    const again = await ports.exchange.command(sourceOf(caller), { ...wanted, claim: 0 }, key)
    return again.ok ? submitted(ports, again.answer) : refused(again.reason, again.params)
  }
  return turns.take(caller.userId, () => submitNew(ports, call, wanted))
}

const turns = new Turns()

// one at a time of a person, so that a second one is refused before its image is read
async function submitNew(
  ports: WalletPorts,
  call: Submission,
  wanted: Omit<Command & { type: 'submitDeposit' }, 'claim'>,
): Promise<Outcome<Deposit>> {
  const { caller, key } = call
  const refusal = await refusalOf(ports, call)
  if (refusal !== null) return refusal
  const prepared = await prepare(ports, call)
  if (!prepared.ok) return refused(prepared.reason)
  const made = await ports.exchange.command(sourceOf(caller), { ...wanted, claim: prepared.claim }, key)
  const isTaken = made.ok && made.answer.type === 'deposit' && made.answer.deposit.claim === prepared.claim
  if (!isTaken && (made.ok || !isUnknown(made.reason))) await prepared.undo()
  return made.ok ? submitted(ports, made.answer) : refused(made.reason, made.params)
}

// what is found out before an image is read, which costs more than all the rest
async function refusalOf(ports: WalletPorts, { caller, body, files }: Submission): Promise<Outcome<never> | null> {
  const network = await findNetwork(ports.database, body.currency, body.network)
  if (network === null) return refused('network_unknown')
  if (!network.deposit) return refused('deposit_failed')
  const { view } = await ports.exchange.ask(sourceOf(caller), { type: 'wallet', holder: caller.holder })
  if (view.unmet.length > 0) return refused('real_money_closed', { missing: view.unmet.join(',') })
  if (view.deposit !== null) return refused('deposit_pending')
  return files.length === 0 ? refused('voucher_missing') : null
}

async function prepare({ database, vault }: WalletPorts, { caller, body, files }: Submission) {
  const [voucher] = files
  if (voucher === undefined) return { ok: false, reason: 'voucher_missing' } as const
  const { userId } = caller
  const kept = await vault.keepImage(voucher.bytes, caller, 'voucher').catch(() => null)
  if (kept === null) return { ok: false, reason: 'deposit_failed' } as const
  if (!kept.ok) return kept
  const claim = await database.transaction(async (client) => {
    await vault.use(client, kept.id, 'voucher')
    const transactionId = canonicalTransaction(body.transaction_id)
    return insertDepositClaim(client, { userId, network: body.network, transactionId, fileId: kept.id })
  })
  const undo = async (): Promise<void> => {
    await removeDepositClaim(database, claim)
    await vault.drop(kept.id)
  }
  return { ok: true, claim, undo } as const
}

async function submitted(ports: WalletPorts, made: Answer): Promise<Outcome<Deposit>> {
  if (made.type !== 'deposit') return refused('server_error')
  const { deposit: id, claim, submittedAt, ...fields } = made.deposit
  // so that whoever is told of its number next finds it, too
  await ports.reads.settled(fields.holder)
  // from what the engine answered and not from the table, which may be behind
  const personal = await findDepositClaim(ports.database, claim)
  const times = { createdAt: submittedAt, updatedAt: submittedAt }
  const open = { received: null, status: 'pending', reason: '', operator: 0 } as const
  const erased = { userId: 0, network: '', transactionId: '', fileId: 0 }
  const row: DepositRow = { ...fields, ...(personal ?? erased), ...times, ...open, id, claim }
  return done(depositShape(ports, row), 'deposit_submitted')
}
