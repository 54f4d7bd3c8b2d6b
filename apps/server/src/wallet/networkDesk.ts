import { canonicalAddress } from '@truemark/payee/address'
import { hasMemo } from '@truemark/payee/memo'
import { addressFault } from '@truemark/payee/payeeFault'
import { type DeskNetwork, deskWalletRoutes as routes } from '@truemark/protocol/routes/deskWallet'
import * as z from 'zod/mini'
import { type ActingOperator, actorOf, appendAudit } from '../operator/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { type NetworkRow, findNetworks, putNetwork } from './networks.store.ts'
import { type Stock, findStock, isPersonal, lockAddresses } from './pool.store.ts'
import type { WalletPorts } from './ports.ts'

function networkShape({ updatedAt, ...row }: NetworkRow, stock: readonly Stock[]): DeskNetwork {
  const own = stock.find(({ currency, network }) => currency === row.currency && network === row.network)
  return { ...row, free: own?.free ?? 0, given: own?.given ?? 0, updated: updatedAt }
}

/** Binds the networks of each currency: where deposits go, and whether money comes and goes there. */
export function bindNetworkDesk(gateway: Gateway, ports: WalletPorts): void {
  const { catalogue, database, proposals } = ports
  gateway.bind(routes.deskNetworks, async () => {
    const stock = await findStock(database)
    return done({ items: (await findNetworks(database)).map((row) => networkShape(row, stock)) })
  })
  proposals.define('network', {
    access: 'desk_wallet_write',
    payload: networkPayload,
    plan: async (row) => {
      const before = (await findNetworks(database)).find(
        (one) => one.currency === row.currency && one.network === row.network,
      )
      return done({ subject: `${row.currency} ${row.network}`, detail: networkChanges(before, row) })
    },
    within: async (client, row, { actor, reason }) => {
      const changed = await changeNetwork(client, row, { actor, reason })
      return changed.ok ? done(null) : changed
    },
  })
  gateway.bind(routes.deskNetworkPut, async ({ caller, body }) => {
    const { reason, ...typed } = body
    if (catalogue.currencyByCode(typed.currency) === undefined) return refused('currency_unknown')
    const row = { ...typed, address: canonicalAddress(typed.form, typed.address) }
    if (row.memo && !hasMemo(row.form)) return refused('field_malformed', { field: 'memo' })
    if (row.deposit && row.address === '') return refused('deposit_address_missing')
    const fault = row.address === '' ? null : addressFault(row.form, row.address)
    if (fault !== null) return refused(fault)
    if (await isPersonal(database, row.address)) return refused('deposit_address_known')
    // where people's money goes is two people's to say
    const gate = await proposals.gate(caller, 'network', row, reason)
    if (gate !== null) return gate
    const actor = await actorOf(ports, caller)
    const after = await database.transaction((client) => changeNetwork(client, row, { actor, reason }))
    return after.ok ? done(networkShape(after.data, await findStock(database))) : after
  })
}

const networkPayload = z.omit(routes.deskNetworkPut.body, { reason: true })
type NetworkPut = z.infer<typeof networkPayload>

function networkChanges(before: NetworkRow | null | undefined, row: NetworkPut): Record<string, string> {
  return {
    form: `${before?.form ?? ''} → ${row.form}`,
    address: `${before?.address ?? ''} → ${row.address}`,
    deposit: `${before?.deposit ?? false} → ${row.deposit}`,
    withdraw: `${before?.withdraw ?? false} → ${row.withdraw}`,
    memo: `${before?.memo ?? false} → ${row.memo}`,
  }
}

async function changeNetwork(
  client: Queryable,
  row: NetworkPut,
  { actor, reason }: { actor: ActingOperator; reason: string },
): Promise<Outcome<NetworkRow>> {
  await lockAddresses(client)
  if (await isPersonal(client, row.address)) return refused('deposit_address_known')
  const { before, after } = await putNetwork(client, row)
  const detail = networkChanges(before, row)
  const subject = `${row.currency} ${row.network}`
  await appendAudit(client, { actor, action: 'network_changed', subject, reason, detail })
  return done(after)
}
