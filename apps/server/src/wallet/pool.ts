import { canonicalAddress } from '@truemark/payee/address'
import { depositMemo, depositMemoRange } from '@truemark/payee/memo'
import { readAddress } from '@truemark/payee/readAddress'
import { addressFault } from '@truemark/payee/payeeFault'
import { deskWalletRoutes as routes } from '@truemark/protocol/routes/deskWallet'
import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { type ActingOperator, actorOf, appendAudit, noteReading } from '../operator/door.ts'
import { findAskers } from '../identity/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace, placeIn } from '../platform/http/page.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { Turns } from '../platform/turns.ts'
import { findOwnMemo, giveMemo } from './memos.store.ts'
import { type NetworkRow, findNetwork } from './networks.store.ts'
import { addAddresses, findOwnAddress, findPool, knownAddresses, lockAddresses, takeAddress } from './pool.store.ts'
import type { WalletPorts } from './ports.ts'

const turns = new Turns()

/** Where a person's deposits go. */
export interface DepositPlace {
  readonly address: string
  /** Whether the address is theirs alone. */
  readonly own: boolean
  /** What tells a payment to the shared address for theirs; empty where nothing does. */
  readonly memo: string
}

/**
 * Where a person's deposits go: where the network has memos, the shared address with theirs; else an address of their own as
 * long as there are some in store, else the shared one.
 */
export async function depositAddress(
  { database }: Pick<WalletPorts, 'database'>,
  userId: number,
  { currency, network, address, memo }: NetworkRow,
): Promise<DepositPlace> {
  if (memo) return { address, own: false, memo: await turns.take(userId, () => ownMemo(database, userId, network)) }
  const wanted = { userId, currency, network }
  // one at a time of a person, so that two questions at once are given the same address
  const own = await turns.take(
    userId,
    async () => (await findOwnAddress(database, wanted)) ?? takeAddress(database, wanted),
  )
  return own === null ? { address, own: false, memo: '' } : { address: own, own: true, memo: '' }
}

const triesMax = 20

async function ownMemo(client: Queryable, userId: number, network: string): Promise<string> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const own = await findOwnMemo(client, userId, network)
    if (own !== null) return own
    const memo = depositMemo(randomInt(...depositMemoRange))
    // drawn anew where it is somebody's
    if (await giveMemo(client, { userId, network, memo })) return memo
  }
  throw new Error(`no memo of ${network} was found that is nobody's`)
}

const payload = z.omit(routes.deskAddressesAdd.body, { reason: true })
type Wanted = z.output<typeof payload>

/** Binds the store of addresses that people are given for their deposits. */
export function bindPool(gateway: Gateway, ports: WalletPorts): void {
  const { database, proposals } = ports
  proposals.define('deposit_addresses', {
    access: 'desk_wallet_write',
    payload,
    plan: async (wanted) => {
      const refusal = await refusalOf(ports, wanted)
      return refusal ?? done({ subject: subjectOf(wanted), detail: detailOf(wanted) })
    },
    within: (client, wanted, { actor, reason }) => add(client, wanted, { actor, reason }),
  })
  gateway.bind(routes.deskAddressesAdd, async ({ caller, body }) => {
    const { reason, ...typed } = body
    const wanted = await canonicalOf(ports, typed)
    const refusal = await refusalOf(ports, wanted)
    if (refusal !== null) return refusal
    const gate = await proposals.gate(caller, 'deposit_addresses', wanted, reason)
    if (gate !== null) return gate
    const actor = await actorOf(ports, caller)
    return database.transaction((client) => add(client, wanted, { actor, reason }))
  })
  bindPoolList(gateway, ports)
}

function bindPoolList(gateway: Gateway, ports: WalletPorts): void {
  const { database, ids } = ports
  gateway.bind(routes.deskAddresses, async ({ caller, query }) => {
    const place = placeIn(ids, 'depositAddress', query)
    if (place === null) return refused('field_malformed')
    const rows = await findPool(database, {
      search: readAddress(query.search ?? '') || null,
      from: place.before,
      limit: place.limit,
    })
    const askers = await findAskers(
      database,
      rows.flatMap(({ userId }) => (userId === null ? [] : [userId])),
    )
    const items = rows.map(({ id, currency, network, address, userId, addedAt, assignedAt }) => ({
      id: ids.write('depositAddress', id),
      currency,
      network,
      address,
      uid: userId === null ? null : ids.write('user', userId),
      account: userId === null ? '' : (askers.get(userId)?.account ?? ''),
      added: addedAt,
      given: assignedAt,
    }))
    const actor = await actorOf(ports, caller)
    const shown = items.flatMap(({ uid }) => (uid === null ? [] : [uid]))
    const reading = { actor, action: 'deposit_addresses_listed', shown, touched: shown } as const
    await database.transaction((client) => noteReading(client, reading))
    return pageAtPlace(items, place, ({ id }) => id)
  })
}

function subjectOf({ currency, network }: Wanted): string {
  return `${currency} ${network}`
}

function detailOf({ addresses }: Wanted): Record<string, string> {
  return Object.fromEntries(addresses.map((address, at) => [`#${at + 1}`, address]))
}

async function canonicalOf({ database }: WalletPorts, typed: Wanted): Promise<Wanted> {
  const row = await findNetwork(database, typed.currency, typed.network)
  if (row === null) return typed
  return { ...typed, addresses: typed.addresses.map((address) => canonicalAddress(row.form, address)) }
}

async function refusalOf({ database }: WalletPorts, wanted: Wanted): Promise<Outcome<never> | null> {
  const { currency, network, addresses } = wanted
  const row = await findNetwork(database, currency, network)
  if (row === null) return refused('network_unknown')
  for (const address of addresses) {
    const fault = addressFault(row.form, address)
    if (fault !== null) return refused(fault)
  }
  const isTwice = new Set(addresses).size !== addresses.length
  return isTwice || (await knownAddresses(database, addresses)).length > 0 ? refused('deposit_address_known') : null
}

async function add(
  client: Queryable,
  wanted: Wanted,
  { actor, reason }: { readonly actor: ActingOperator; readonly reason: string },
): Promise<Outcome<null>> {
  const detail = detailOf(wanted)
  await lockAddresses(client)
  // of two at once the second is refused, as it would have been a moment later
  if ((await knownAddresses(client, wanted.addresses)).length > 0) return refused('deposit_address_known')
  if (!(await addAddresses(client, wanted))) throw new Error('an address was put in store by two at once')
  await appendAudit(client, { actor, action: 'deposit_addresses_added', subject: subjectOf(wanted), reason, detail })
  return done(null)
}
