import type { HolderId } from '@truemark/core/ledger/holders'
import { keyAgeMaxMs } from '@truemark/core/keys'
import { formatDecimal } from '@truemark/core/money/decimal'
import { createHash } from 'node:crypto'
import { house } from '../../engine/door.ts'
import { personById } from '../../identity/door.ts'
import { type ActingOperator, type BegunKey, actingServer, appendAudit, endDeed, isNoted } from '../../operator/door.ts'
import { type Outcome, type RequestKey, done, refused } from '../../platform/http/call.ts'
import type { Queryable } from '../../platform/postgres/database.ts'
import { Turns } from '../../platform/turns.ts'
import { findDepositClaim, insertDepositClaim, removeDepositClaim } from '../claims.store.ts'
import { credits } from '../credit.ts'
import { perform } from '../deed.ts'
import { tellDecision } from '../decisionMail.ts'
import { isUnknown } from '../keys.ts'
import { findNetwork } from '../networks.store.ts'
import { findDepositOfClaim } from '../store.ts'
import { type ChainPaymentRow, findPayment, lockPayment, updatePayment, wasVouched } from './payments.store.ts'
import type { WalletPorts } from '../ports.ts'
import { ownerlessReason, paymentOwner } from './owner.ts'
import { isConfirmed, isLost } from './stand.ts'

/** Refusals that time alone may end: the payment waits, and is tried again. */
const passing: ReadonlySet<string> = new Set(['server_busy', 'market_stale', 'real_money_closed', 'key_expired'])
/** As old as a key may be, less what clocks may differ by. */
const keyLifeMs = keyAgeMaxMs - 3_600_000

/** What happens to one payment happens one after the other. */
export const turns = new Turns()

/** Credits a payment that has its confirmations, as far as a machine may; what it may not is held for people. */
export function creditByMachine(ports: WalletPorts, id: number): Promise<void> {
  return turns.take(id, async () => {
    const row = await findPayment(ports.database, id)
    if (row === null) return
    if (row.state === 'crediting') {
      await finish(ports, row, byMachine(row))
      return
    }
    const needed = ports.chain.find(({ network }) => network === row.network)?.confirmations
    if (row.state !== 'waiting' || needed === undefined || !isConfirmed(row, needed)) return
    const held = (await heldFor(ports, row)) || (await heldByScreen(ports, row))
    if (held === 'server_busy') return
    if (held !== '') return hold(ports, row.id, held)
    // one credit at a time, by whomever, so that no voucher is credited for it meanwhile
    await credits.take(0, () => begin(ports, row, needed))
  })
}

/** Keeps how a payment stands now, where nothing has changed since it was read, and tells its owner. */
export async function keep(
  ports: WalletPorts,
  id: number,
  change: (row: ChainPaymentRow, client: Queryable) => Promise<ChainPaymentRow | null> | ChainPaymentRow | null,
): Promise<ChainPaymentRow | null> {
  const kept = await ports.database.transaction(async (client) => {
    const row = await lockPayment(client, id)
    const changed = row === null ? null : await change(row, client)
    if (changed !== null) await updatePayment(client, changed)
    return changed
  })
  if (kept !== null) await tellPayment(ports, kept)
  return kept
}

/** Tells a payment’s owner how it stands. */
export async function tellPayment(ports: WalletPorts, row: ChainPaymentRow): Promise<void> {
  const person = row.userId === null ? null : await personById(ports.database, row.userId)
  if (person === null || person.realHolder === null) return
  const { state: status, reason } = row
  ports.paymentTold(person.realHolder, { id: ports.ids.write('chainPayment', row.id), status, reason })
}

// why a machine leaves a payment to people before it asks the engine; empty where it does not
async function heldFor(ports: WalletPorts, row: ChainPaymentRow): Promise<string> {
  const found = await findNetwork(ports.database, row.currency, row.network)
  if (found === null) return 'network_unknown'
  if (ports.catalogue.currencyByCode(row.currency) === undefined) return 'currency_unknown'
  if (row.units === null) return 'amount_invalid'
  const owner = await paymentOwner(ports.database, row)
  if (owner === null) return ownerlessReason(found, row)
  if (owner.currency !== row.currency || owner.network !== row.network) return 'currency_wrong'
  // a table that is behind would not know of a voucher that was credited a moment ago
  if (!(await ports.reads.current())) return 'server_busy'
  return (await wasVouched(ports.database, row)) ? 'deposit_done' : ''
}

// asked once, before any other credit waits for it; what it said is kept, whatever comes of it
async function heldByScreen(ports: WalletPorts, row: ChainPaymentRow): Promise<string> {
  if (ports.screen === null || row.userId === null || row.screened === 'clear') return ''
  const { network, currency, amount, address, memo, transactionId: transaction_id, output } = row
  const uid = ports.ids.write('user', row.userId)
  const asked = { kind: 'deposit', network, currency, amount, address, memo, transaction_id, output, uid } as const
  const { screened, note } = await ports.screen(asked)
  await keep(ports, row.id, (now) => (now.state === 'waiting' ? { ...now, screened, note } : null))
  return screened === 'clear' ? '' : `screen_${screened}`
}

async function begin(ports: WalletPorts, row: ChainPaymentRow, needed: number): Promise<void> {
  const held = await heldFor(ports, row)
  if (held === 'server_busy') return
  if (held !== '') return hold(ports, row.id, held)
  const person = row.userId === null ? null : await personById(ports.database, row.userId)
  if (person === null || person.realHolder === null) return hold(ports, row.id, 'holder_unknown')
  const beginning = await intentOf(ports, row, person.realHolder, person.id)
  if (beginning.wait !== '') return wait(ports, row.id, beginning.wait)
  if (beginning.hold !== '') return hold(ports, row.id, beginning.hold)
  const begun = await keep(ports, row.id, async (now, client) => {
    // its block may have gone while it was screened, or while another credit was waited for
    if (now.state !== 'waiting' || !isConfirmed(now, needed)) return null
    return { ...now, ...(await beginning.claim(client)), state: 'crediting', reason: '', updatedAt: ports.now() }
  })
  if (begun !== null) await finish(ports, begun, byMachine(begun))
}

interface Intent {
  /** Why it is to be tried later, or left to people; empty for neither. */
  readonly wait: string
  readonly hold: string
  readonly claim: (client: Queryable) => Promise<Pick<ChainPaymentRow, 'claim' | 'deposit' | 'keyTime'>>
}

/** What a payment is credited as: the open deposit of its owner that it is, or one of its own. */
async function intentOf(ports: WalletPorts, row: ChainPaymentRow, holder: HolderId, userId: number): Promise<Intent> {
  const { view } = await ports.exchange.ask(house, { type: 'wallet', holder })
  const currency = ports.catalogue.currencyByCode(row.currency)
  const priced = view.currencies.find((one) => one.currency === currency?.id)
  const keyTime = ports.now()
  const own = async (client: Queryable) => {
    const { network, transactionId } = row
    const claim = await insertDepositClaim(client, { userId, network, transactionId, fileId: 0 })
    return { claim, deposit: 0, keyTime }
  }
  const wait = view.unmet.length > 0 ? 'real_money_closed' : (priced?.depositMin ?? -1n) < 0n ? 'market_stale' : ''
  const { deposit: open } = view
  if (open === null) return { wait, hold: '', claim: own }
  const said = await findDepositClaim(ports.database, open.claim)
  const isIt =
    said?.network === row.network &&
    open.currency === currency?.id &&
    (said.transactionId === '' ? open.amount === row.units : said.transactionId === row.transactionId)
  const claim = async () => ({ claim: open.claim, deposit: open.deposit, keyTime })
  return { wait, hold: isIt ? '' : 'deposit_pending', claim }
}

/** In whose name a credit stands in the audit log. */
export interface CreditedBy {
  readonly actor: ActingOperator
  readonly reason: string
}

/**
 * Has the engine credit what was begun, once however often it is asked, and keeps what came of it. What a machine began
 * waits again for what passes; else it is held for people.
 */
export async function finish(ports: WalletPorts, row: ChainPaymentRow, by: CreditedBy): Promise<Outcome<null>> {
  const outcome = await creditOnce(ports, row, by)
  if (outcome.ok) await credited(ports, row.id)
  if (outcome.ok || isUnknown(outcome.reason)) return outcome
  const state = row.operator === 0 && passing.has(outcome.reason) ? 'waiting' : 'held'
  await keep(ports, row.id, async (now, client) => {
    if (now.state !== 'crediting') return null
    return { ...(await unbegun(client, now)), state, reason: outcome.reason, updatedAt: ports.now() }
  })
  return outcome
}

// the machine in its own name, also where it ends what people began before a crash
function byMachine({ network }: ChainPaymentRow): CreditedBy {
  return { actor: { ...actingServer, name: `chain ${network}` }, reason: 'seen_on_network' }
}

/** What a payment was begun with is taken back: the engine has refused it. */
async function unbegun(client: Queryable, row: ChainPaymentRow): Promise<ChainPaymentRow> {
  if (row.claim !== null && row.deposit === 0) await removeDepositClaim(client, row.claim)
  const begun = { claim: null, deposit: 0, keyTime: null, asker: 0, operator: 0 }
  if (row.asker === 0) return { ...row, ...begun }
  // whom two people named it is not: of an address that is nobody's they may name another
  const owner = await paymentOwner(client, row)
  return { ...row, ...begun, userId: owner?.userId ?? null }
}

/**
 * Credits a payment that was begun: under its key while the engine knows keys of its age, and after that only where no
 * deposit bears its claim.
 */
async function creditOnce(ports: WalletPorts, row: ChainPaymentRow, by: CreditedBy): Promise<Outcome<null>> {
  const { claim, deposit, units } = row
  const person = row.userId === null ? null : await personById(ports.database, row.userId)
  const currency = ports.catalogue.currencyByCode(row.currency)
  if (claim === null || units === null || currency === undefined) return refused('amount_invalid')
  if (person === null || person.realHolder === null) return refused('holder_unknown')
  const { actor, reason } = by
  const holder = person.realHolder
  const deed = {
    actor,
    action: 'deposit_completed',
    userId: person.id,
    subject: ports.ids.write('chainPayment', row.id),
    reason,
    detail: detailOf(row, formatDecimal(units, currency.scale)),
  } as const
  if (ports.now() - (row.keyTime ?? 0) > keyLifeMs) {
    if (!(await ports.reads.current())) return refused('server_busy')
    const found = await findDepositOfClaim(ports.database, claim)
    if (found?.status === 'completed') return noteLate(ports, deed, { holder, ...keyOf(row) })
    return found === null ? refused('key_expired') : refused('deposit_done')
  }
  const outcome = await perform(ports, {
    ...deed,
    holder,
    command: {
      type: 'creditSeen',
      holder,
      deposit,
      currency: row.currency,
      received: units,
      claim,
      asker: row.asker,
      approver: row.operator,
      alone: row.asker !== 0 && row.asker === row.operator,
    },
    key: keyOf(row),
  })
  return outcome
}

interface LateDeed {
  readonly actor: ActingOperator
  readonly action: 'deposit_completed'
  readonly userId: number
  readonly subject: string
  readonly reason: string
  readonly detail: Readonly<Record<string, string>>
}

// what the engine did before a long stop stands in the audit log, too
async function noteLate(
  { database, ids }: WalletPorts,
  { userId, ...deed }: LateDeed,
  at: BegunKey,
): Promise<Outcome<null>> {
  await database.transaction(async (client) => {
    if (await endDeed(client, at, '')) return
    if (await isNoted(client, { action: deed.action, subject: deed.subject })) return
    await appendAudit(client, { ...deed, touched: [ids.write('user', userId)] })
  })
  return done(null)
}

/** What of a payment stands in the audit log and before who decides. */
export function detailOf(row: ChainPaymentRow, received: string): Record<string, string> {
  const { currency, network, transactionId, output } = row
  return { currency, received, network, transaction_id: transactionId, output: String(output) }
}

/** Notes that a payment is credited, and tells its owner; what its network has taken back meanwhile is lost. */
async function credited(ports: WalletPorts, id: number): Promise<void> {
  const row = await keep(ports, id, (now) => {
    if (now.state !== 'crediting') return null
    const time = ports.now()
    return { ...now, state: 'credited', reason: '', updatedAt: time, lostAt: isLost(now) ? time : null }
  })
  const deposit = await findDepositOfClaim(ports.database, row?.claim ?? 0)
  if (deposit !== null) await tellDecision(ports, 'deposit', deposit.id)
}

async function hold(ports: WalletPorts, id: number, reason: string): Promise<void> {
  await keep(ports, id, (row) =>
    row.state === 'waiting' ? { ...row, state: 'held', reason, updatedAt: ports.now() } : null,
  )
}

async function wait(ports: WalletPorts, id: number, reason: string): Promise<void> {
  await keep(ports, id, (row) => (row.state === 'waiting' && row.reason !== reason ? { ...row, reason } : null))
}

/** The key of a payment's credit: a UUIDv7 of the moment it was begun, the same each time. */
function keyOf({ network, transactionId, output, claim, keyTime }: ChainPaymentRow): RequestKey {
  const named = `${network} ${transactionId} ${output} ${claim ?? 0}`
  const drawn = createHash('sha256').update(`chain payment ${named}`).digest('hex')
  const time = (keyTime ?? 0).toString(16).padStart(12, '0')
  return { id: `${time}7${drawn.slice(0, 3)}8${drawn.slice(3, 18)}`, route: 'CHAIN', digest: drawn }
}
