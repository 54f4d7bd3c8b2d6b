import { canonicalAddress, sameHolder } from '@truemark/payee/address'
import { compactCode, isAccountNumber, isBic, isRoutingNumber } from '@truemark/payee/bank'
import { canonicalMemo, hasMemo, isMemo } from '@truemark/payee/memo'
import { compactLine, visibleLine } from '@truemark/payee/pasted'
import { type CardTexts, addressFault, cardMissing } from '@truemark/payee/payeeFault'
import { isCountry } from '@truemark/payee/phone'
import type { Reason } from '@truemark/protocol/errors'
import { type BankCard, type WalletAddress, bankType, payeeRoutes } from '@truemark/protocol/routes/payees'
import * as z from 'zod/mini'
import { sourceOf } from '../engine/door.ts'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import { paged } from '../platform/http/page.ts'
import { type NetworkRow, findNetwork } from './networks.store.ts'
import {
  type AddressRow,
  type CardRow,
  findAddresses,
  findCards,
  type Saving,
  insertAddress,
  insertCard,
  payeesMax,
  readPayeeHold,
  removeAddress,
  removeCard,
  updateCard,
  writePayeeHold,
} from './payees.store.ts'
import { knownAddresses } from './pool.store.ts'
import type { WalletPorts } from './ports.ts'

/** Binds where a person has money sent. Whatever is new there is proved anew. */
export function bindPayees(gateway: Gateway, ports: WalletPorts): void {
  bindAddresses(gateway, ports)
  bindCards(gateway, ports)
  const { database, stepUp } = ports
  gateway.bind(payeeRoutes.walletSettingsRead, async ({ caller }) => {
    return done({ payee_hold: await readPayeeHold(database, caller.userId) })
  })
  gateway.bind(payeeRoutes.walletSettingsChange, async (call) => {
    const { caller, body } = call
    const proved = await stepUp.prove(call, body)
    if (!proved.ok) return refused(proved.reason, proved.params)
    const before = await database.transaction(async (client) => {
      if (!(await proved.stands(client))) return null
      const held = await readPayeeHold(client, caller.userId)
      await writePayeeHold(client, caller.userId, body.payee_hold, ports.now())
      return held
    })
    if (before === null) return refused('login_required')
    if (before === body.payee_hold) return done({ payee_hold: before })
    const change = body.payee_hold ? 'hold_on' : 'hold_off'
    await ports.alerts.securityChanged(caller.userId, { change }, call.origin())
    return done({ payee_hold: body.payee_hold })
  })
}

/**
 * The memo of an address as it is kept: null where the network has none, empty where its owner says that the receiver needs
 * none; or why it can't be.
 */
function memoOf(
  form: NetworkRow['form'],
  body: { readonly memo: string; readonly no_memo: boolean },
): { readonly memo: string | null } | Reason {
  const memo = canonicalMemo(body.memo)
  if (!hasMemo(form)) return memo === '' ? { memo: null } : 'memo_invalid'
  if (memo === '') return body.no_memo ? { memo } : 'memo_missing'
  return isMemo(form, memo) && !body.no_memo ? { memo } : 'memo_invalid'
}

/** An address with the memo that stands beside it, in one line. */
export function placeText(address: string, memo: string | null): string {
  return memo === null || memo === '' ? address : `${address} · ${memo}`
}

function addressShape({ ids }: WalletPorts, row: AddressRow): WalletAddress {
  const { id, createdAt, usableFrom, ...fields } = row
  return { ...fields, id: ids.write('address', id), created: createdAt, usable_from: usableFrom }
}

function bindAddresses(gateway: Gateway, ports: WalletPorts): void {
  const { database, ids } = ports
  gateway.bind(payeeRoutes.addressAdd, (call) => addAddress(ports, call))
  gateway.bind(payeeRoutes.addresses, async ({ caller, query }) => {
    const rows = await findAddresses(database, caller.userId)
    const items = rows.map((row) => addressShape(ports, row))
    return paged(items, query, ({ id }) => id)
  })
  gateway.bind(payeeRoutes.addressRemove, async ({ caller, params }) => {
    const id = ids.read('address', params.id)
    return id !== null && (await removeAddress(database, caller.userId, id)) ? done(null) : refused('payee_unknown')
  })
}

/** While a reset holds withdrawals, whatever is saved is held for a day of its own: whoever reset could be a thief. */
async function savingNow({ exchange, now }: WalletPorts, caller: Caller): Promise<Saving> {
  const { view } = await exchange.ask(sourceOf(caller), { type: 'wallet', holder: caller.holder })
  return { now: now(), held: view.heldUntil > 0 }
}

async function addAddress(
  ports: WalletPorts,
  call: Call<typeof payeeRoutes.addressAdd>,
): Promise<Outcome<WalletAddress>> {
  const { database, stepUp } = ports
  const { caller, body } = call
  const network = await findNetwork(database, body.currency, body.network)
  if (network === null) return refused('network_unknown')
  const fault = addressFault(network.form, body.address)
  if (fault !== null) return refused(fault)
  const said = memoOf(network.form, body)
  if (typeof said === 'string') return refused(said)
  const { currency, label } = body
  const address = canonicalAddress(network.form, body.address)
  if ((await knownAddresses(database, sameHolder(network.form, address))).length > 0) return refused('payee_own')
  const proved = await stepUp.prove(call, body)
  if (!proved.ok) return refused(proved.reason, proved.params)
  const saving = await savingNow(ports, caller)
  const fields = { currency, network: network.network, address, ...said, label: label.trim() }
  const row = await database.transaction(async (client) =>
    (await proved.stands(client)) ? insertAddress(client, caller.userId, fields, saving) : 'login_required',
  )
  if (typeof row !== 'string') {
    const detail = `${placeText(row.address, row.memo)} (${row.network})`
    await ports.alerts.securityChanged(caller.userId, { change: 'address_added', detail }, call.origin())
    return done(addressShape(ports, row))
  }
  await proved.giveBack()
  return refused(row, { max: String(payeesMax) })
}

type CardBody = Call<typeof payeeRoutes.cardAdd>['body']

/** Reads a card's form: its fields as they are kept, or why it is none. */
export function readCard(body: CardBody): CardTexts | Reason {
  const fields = {
    payee_name: body.payee_name.trim(),
    payee_address: body.payee_address.trim(),
    bank_type: body.bank_type.trim(),
    bank_name: body.bank_name.trim(),
    account_number: visibleLine(body.account_number),
    bank_address: body.bank_address.trim(),
    bank_country: body.bank_country.trim().toUpperCase(),
    international_code: compactCode(body.international_code),
    aba_routing_number: compactLine(body.aba_routing_number),
  }
  const missing = cardMissing.find(([name]) => fields[name] === '')
  if (missing !== undefined) return missing[1]
  if (!z.safeParse(bankType, fields.bank_type).success) return 'bank_type_missing'
  if (!isCountry(fields.bank_country)) return 'bank_country_missing'
  if (!isAccountNumber(fields.account_number)) return 'account_number_invalid'
  if (fields.international_code !== '' && !isBic(fields.international_code)) return 'swift_invalid'
  const { aba_routing_number: aba } = fields
  return aba !== '' && !isRoutingNumber(aba) ? 'routing_number_invalid' : fields
}

function cardShape({ ids }: WalletPorts, row: CardRow): BankCard {
  const { id, createdAt, usableFrom, bank_type, ...fields } = row
  const type = z.parse(bankType, bank_type)
  return { ...fields, bank_type: type, id: ids.write('card', id), created: createdAt, usable_from: usableFrom }
}

const accountTailLength = 4

function tellCard(
  { alerts }: WalletPorts,
  { caller, origin }: Pick<Call<typeof payeeRoutes.cardAdd>, 'caller' | 'origin'>,
  change: 'card_added' | 'card_changed',
  { bank_name, account_number }: CardRow,
): Promise<void> {
  const detail = `${bank_name} …${account_number.slice(-accountTailLength)}`
  return alerts.securityChanged(caller.userId, { change, detail }, origin())
}

function bindCards(gateway: Gateway, ports: WalletPorts): void {
  const { database, ids, stepUp } = ports
  gateway.bind(payeeRoutes.cardAdd, async (call) => {
    const { caller, body } = call
    const fields = readCard(body)
    if (typeof fields === 'string') return refused(fields)
    const proved = await stepUp.prove(call, body)
    if (!proved.ok) return refused(proved.reason, proved.params)
    const saving = await savingNow(ports, caller)
    const row = await database.transaction(async (client) =>
      (await proved.stands(client)) ? insertCard(client, caller.userId, fields, saving) : 'login_required',
    )
    if (typeof row !== 'string') {
      await tellCard(ports, call, 'card_added', row)
      return done(cardShape(ports, row))
    }
    await proved.giveBack()
    return refused(row, { max: String(payeesMax) })
  })
  gateway.bind(payeeRoutes.cardChange, async (call) => {
    const { caller, params, body } = call
    const id = ids.read('card', params.id)
    // before a code is spent on it
    const own = await findCards(database, caller.userId)
    if (id === null || !own.some((card) => card.id === id)) return refused('payee_unknown')
    const fields = readCard(body)
    if (typeof fields === 'string') return refused(fields)
    const proved = await stepUp.prove(call, body)
    if (!proved.ok) return refused(proved.reason, proved.params)
    const saving = await savingNow(ports, caller)
    const row = await database.transaction(async (client) =>
      (await proved.stands(client)) ? updateCard(client, caller.userId, id, fields, saving) : 'login_required',
    )
    if (typeof row !== 'string') {
      await tellCard(ports, call, 'card_changed', row)
      return done(cardShape(ports, row))
    }
    await proved.giveBack()
    return refused(row)
  })
  gateway.bind(payeeRoutes.cards, async ({ caller, query }) => {
    const rows = await findCards(database, caller.userId)
    const items = rows.map((row) => cardShape(ports, row))
    return paged(items, query, ({ id }) => id)
  })
  gateway.bind(payeeRoutes.cardRemove, async ({ caller, params }) => {
    const id = ids.read('card', params.id)
    return id !== null && (await removeCard(database, caller.userId, id)) ? done(null) : refused('payee_unknown')
  })
}
