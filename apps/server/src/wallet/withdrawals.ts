import type { Answer } from '@truemark/core/answer'
import { parseAmount } from '@truemark/core/money/decimal'
import { hourMs } from '@truemark/core/money/units'
import { isLostAddress, sameHolder } from '@truemark/payee/address'
import { hasMemo } from '@truemark/payee/memo'
import { cardFields } from '@truemark/payee/payeeFault'
import type { Reason } from '@truemark/protocol/errors'
import { type Withdrawal, walletRoutes } from '@truemark/protocol/routes/wallet'
import { findFreeze, findServiceTerms } from '../operator/door.ts'
import { execute, sourceOf } from '../engine/door.ts'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { findWithdrawalClaim, insertWithdrawalClaim, removeWithdrawalClaim } from './claims.store.ts'
import { pageAtPlace, placeIn } from '../platform/http/page.ts'
import { isRepeat, isUnknown } from './keys.ts'
import { findNetwork } from './networks.store.ts'
import { findAddresses, findCards } from './payees.store.ts'
import { placeText } from './payees.ts'
import { knownAddresses } from './pool.store.ts'
import type { WalletPorts } from './ports.ts'
import { withdrawalShape } from './shape.ts'
import { type WithdrawalRow, findWithdrawal, findWithdrawals } from './store.ts'

/** Binds a person's own withdrawals. */
export function bindWithdrawals(gateway: Gateway, ports: WalletPorts): void {
  const { database, ids, reads } = ports
  gateway.bind(walletRoutes.withdrawalMake, (call) => submit(ports, call))
  gateway.bind(walletRoutes.withdrawals, async ({ caller, query }) => {
    const place = placeIn(ids, 'withdrawal', query)
    if (place === null) return refused('field_malformed')
    await reads.settled(caller.holder)
    const rows = await findWithdrawals(database, { holder: caller.holder, state: query.state ?? null, ...place })
    const items = rows.map((row) => withdrawalShape(ports, row))
    return pageAtPlace(items, place, ({ id }) => id)
  })
  gateway.bind(walletRoutes.withdrawalCancel, async ({ caller, params, key }) => {
    const withdrawal = ids.read('withdrawal', params.id)
    if (withdrawal === null) return refused('withdrawal_unknown')
    await reads.settled(caller.holder)
    const known = await findWithdrawal(database, withdrawal)
    if (known !== null && known.holder !== caller.holder) return refused('withdrawal_unknown')
    const command = { type: 'cancelWithdrawal', holder: caller.holder, withdrawal } as const
    return execute(ports, { caller, key }, command, {
      done: async () => {
        await reads.settled(caller.holder)
        const row = await findWithdrawal(database, withdrawal)
        return row === null ? refused('server_busy') : done(withdrawalShape(ports, { ...row, status: 'canceled' }))
      },
    })
  })
}

type Submission = Call<typeof walletRoutes.withdrawalMake>

async function submit(ports: WalletPorts, call: Submission): Promise<Outcome<Withdrawal>> {
  const { caller, body, key } = call
  const { holder, userId } = caller
  const currency = ports.catalogue.currencyByCode(body.currency)
  if (currency === undefined) return refused('currency_unknown')
  const amount = parseAmount(body.amount, currency.scale)
  if (amount === null) return refused('field_malformed', { field: 'amount' })
  const feeShown = body.fee === undefined ? null : parseAmount(body.fee, currency.scale)
  if (body.fee !== undefined && feeShown === null) return refused('field_malformed', { field: 'fee' })
  const wanted = {
    type: 'requestWithdrawal',
    holder,
    currency: currency.code,
    amount,
    method: body.method,
    feeShown,
    versionShown: body.terms_version ?? null,
    fault: '',
  } as const
  if (await isRepeat(ports, holder, key)) {
    const again = await ports.exchange.command(sourceOf(caller), { ...wanted, claim: 0 }, key)
    return again.ok ? submitted(ports, again.answer) : refused(again.reason, again.params)
  }
  // on a legal ground alone, which the account’s owner reads
  if ((await findFreeze(ports.database, userId)) !== null) return refused('account_frozen')
  // found out before a code is spent on it; the engine says it again
  const { view } = await ports.exchange.ask(sourceOf(caller), { type: 'wallet', holder })
  if (view.heldUntil > 0) {
    return refused('withdrawals_held', { hours: hoursUntil(view.heldUntil, ports.now()) })
  }
  if (view.withdrawal !== null) return refused('withdrawal_pending')
  const payee = await payeeOf(ports, call)
  if (!payee.ok) return refused(payee.reason, payee.params)
  const proved = await ports.stepUp.prove(call, body)
  if (!proved.ok) return refused(proved.reason, proved.params)
  const claim = await ports.database.transaction(async (client) =>
    (await proved.stands(client)) ? insertWithdrawalClaim(client, { ...payee.payee, userId }) : null,
  )
  if (claim === null) return refused('login_required')
  const made = await ports.exchange.command(sourceOf(caller), { ...wanted, claim }, key)
  const isTaken = made.ok && made.answer.type === 'withdrawal' && made.answer.withdrawal.claim === claim
  if (!isTaken && (made.ok || !isUnknown(made.reason))) {
    await removeWithdrawalClaim(ports.database, claim)
    await proved.giveBack()
  }
  if (made.ok && isTaken) {
    const asked = {
      amount: body.amount,
      currency: currency.code,
      payee: placeText(payee.payee.payee, payee.payee.memo),
    }
    await ports.alerts.withdrawalAsked(userId, asked, call.origin())
  }
  return made.ok ? submitted(ports, made.answer) : refused(made.reason, made.params)
}

interface Payee {
  readonly network: string
  readonly payee: string
  readonly memo: string
  readonly bank: Readonly<Record<string, string>>
}

type FoundPayee =
  | { readonly ok: true; readonly payee: Payee }
  | { readonly ok: false; readonly reason: Reason; readonly params?: Readonly<Record<string, string>> }

function hoursUntil(time: number, now: number): string {
  return String(Math.max(1, Math.ceil((time - now) / hourMs)))
}

// something new may be held for a day: as its owner chose, or since it was saved after a reset
function heldUntil(usableFrom: number, now: number): FoundPayee | null {
  if (usableFrom <= now) return null
  return { ok: false, reason: 'payee_held', params: { hours: hoursUntil(usableFrom, now) } }
}

async function payeeOf(ports: WalletPorts, { caller, body }: Submission): Promise<FoundPayee> {
  const { database, ids } = ports
  if (body.method === 'card') return cardOf(ports, { caller, body })
  const id = ids.read('address', body.payee_id)
  const found = (await findAddresses(database, caller.userId)).find((one) => one.id === id)
  if (found === undefined) return { ok: false, reason: 'payee_unknown' }
  if (found.currency !== body.currency) return { ok: false, reason: 'withdrawal_address_wrong' }
  const network = await findNetwork(database, found.currency, found.network)
  if (network === null || !network.withdraw) return { ok: false, reason: 'withdrawal_failed' }
  // saved before it was known for what it is, or before it became the platform's
  if (isLostAddress(network.form, found.address)) return { ok: false, reason: 'payee_lost' }
  // saved before anybody asked for its memo
  if (hasMemo(network.form) && found.memo === null) return { ok: false, reason: 'memo_missing' }
  const places = sameHolder(network.form, found.address)
  if ((await knownAddresses(database, places)).length > 0) return { ok: false, reason: 'payee_own' }
  return (
    heldUntil(found.usableFrom, ports.now()) ?? {
      ok: true,
      payee: { network: found.network, payee: found.address, memo: found.memo ?? '', bank: {} },
    }
  )
}

const tailLength = 4

async function cardOf(
  { database, ids, now }: WalletPorts,
  { caller, body }: Pick<Submission, 'caller' | 'body'>,
): Promise<FoundPayee> {
  const id = ids.read('card', body.payee_id)
  const card = (await findCards(database, caller.userId)).find((one) => one.id === id)
  if (card === undefined) return { ok: false, reason: 'payee_unknown' }
  const { card_currencies: paid } = await findServiceTerms(database)
  if (!paid.includes(body.currency)) return { ok: false, reason: 'withdrawal_failed' }
  // optional on a saved card, needed where money is sent
  if (card.international_code === '') return { ok: false, reason: 'bank_international_code_missing' }
  const held = heldUntil(card.usableFrom, now())
  if (held !== null) return held
  const payee = `${card.bank_name} …${card.account_number.slice(-tailLength)}`
  return {
    ok: true,
    payee: { network: '', payee, memo: '', bank: Object.fromEntries(cardFields.map((name) => [name, card[name]])) },
  }
}

async function submitted(ports: WalletPorts, made: Answer): Promise<Outcome<Withdrawal>> {
  if (made.type !== 'withdrawal') return refused('server_error')
  const { withdrawal: id, claim, submittedAt, updatedAt, state, ...fields } = made.withdrawal
  // so that whoever is told of its number next finds it, too
  await ports.reads.settled(fields.holder)
  // from what the engine answered and not from the table, which may be behind
  const personal = await findWithdrawalClaim(ports.database, claim)
  const times = { createdAt: submittedAt, updatedAt }
  const untold = { answer: null, answeredAt: null, ticket: 0, confirmations: null } as const
  const open = { reason: '', approvedBy: 0, decidedBy: 0, transactionId: '', status: state, ...untold } as const
  const erased = { userId: 0, network: '', payee: '', memo: '', bank: {} }
  const row: WithdrawalRow = { ...fields, ...(personal ?? erased), ...times, ...open, id, claim }
  return done(withdrawalShape(ports, row), 'withdrawal_submitted')
}
