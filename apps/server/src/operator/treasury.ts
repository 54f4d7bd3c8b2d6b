import { realms } from '@truemark/core/ledger/holders'
import { formatDecimal, parseAmount, parseDecimal } from '@truemark/core/money/decimal'
import {
  type HouseBalance,
  type ManualTotal,
  type Reconciliation,
  deskTreasuryRoutes as routes,
} from '@truemark/protocol/routes/deskTreasury'
import { manualEntriesPublic } from '@truemark/protocol/routes/transparency'
import { pageLimit } from '@truemark/protocol/values'
import { findRecords, recordCursor, recordShape } from '../account/door.ts'
import { type Catalogue, house } from '../engine/door.ts'
import { personById } from '../identity/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace, placeIn } from '../platform/http/page.ts'
import { appendAudit } from './audit.store.ts'
import { defineManual } from './manual.ts'
import { type DeskPorts, actorOf } from './ports.ts'
import { type ReconciliationRow, findManualTotals, findReconciliations } from './treasury.store.ts'
import { bindExchangeTerms } from './exchangeTerms.ts'
import { bindServiceTerms } from './serviceTerms.ts'
import { bindWalletTerms } from './walletTerms.ts'

/** Binds the money of the house itself: its accounts, entries by hand, reconciliation, and the wallet's terms. */
export function bindTreasury(gateway: Gateway, ports: DeskPorts): void {
  const { catalogue, database, proposals } = ports
  defineManual(ports)
  bindWalletTerms(gateway, ports)
  bindExchangeTerms(gateway, ports)
  bindServiceTerms(gateway, ports)
  bindReconciliations(gateway, ports)
  bindUserRecords(gateway, ports)
  gateway.bind(routes.deskTreasury, async () => {
    const owed = await owedOutside(ports)
    return done({
      balances: await houseBalances(ports),
      manual: manualShapes(catalogue, await findManualTotals(database)),
      owed_outside: [...owed].map(([currency, amount]) => {
        const { code, scale } = catalogue.currency(currency)
        return { currency: code, amount: formatDecimal(amount, scale) }
      }),
    })
  })
  gateway.bind(manualEntriesPublic, async () => {
    const [last] = await findReconciliations(database, null, 1)
    return done({
      totals: manualShapes(catalogue, await findManualTotals(database)),
      single_operator: proposals.singleOperator,
      reconciled: last?.time ?? null,
    })
  })
  gateway.bind(routes.deskManualEntry, async ({ caller, body }) => {
    const user = ports.ids.read('user', body.uid)
    if (user === null) return refused('user_unknown')
    const money = readMoney(catalogue, body)
    if (!money.ok) return money
    const { kind, evidence, reason } = body
    return proposals.ask(caller, 'manual_entry', { user, kind, ...money.data, evidence }, reason)
  })
  gateway.bind(routes.deskHouseMove, async ({ caller, body }) => {
    const money = readMoney(catalogue, body)
    if (!money.ok) return money
    const { realm, from, to, reason } = body
    return proposals.ask(caller, 'house_move', { realm, from, to, ...money.data }, reason)
  })
}

// the unit is typed, never assumed: an amount is one of a currency, on its scale
function readMoney(
  catalogue: Catalogue,
  { currency: code, amount: text }: { currency: string; amount: string },
): Outcome<{ currency: number; amount: string }> {
  const currency = catalogue.currencyByCode(code)
  if (currency === undefined) return refused('currency_unknown')
  const amount = parseAmount(text, currency.scale)
  if (amount === null) return refused('field_malformed', { field: 'amount' })
  return amount === 0n ? refused('amount_invalid') : done({ currency: currency.id, amount: String(amount) })
}

async function houseBalances({ catalogue, exchange }: DeskPorts): Promise<HouseBalance[]> {
  const rows: HouseBalance[] = []
  for (const realm of realms) {
    const { accounts } = await exchange.ask(house, { type: 'house', realm })
    for (const { house: account, currency, posted } of accounts) {
      const { code, scale } = catalogue.currency(currency)
      rows.push({ realm, account, currency: code, amount: formatDecimal(posted, scale) })
    }
  }
  return rows
}

/** What must lie outside for each currency, by the ledger, in smallest units. */
export async function owedOutside({ exchange }: Pick<DeskPorts, 'exchange'>): Promise<ReadonlyMap<number, bigint>> {
  const { accounts } = await exchange.ask(house, { type: 'house', realm: 'real' })
  return new Map(accounts.filter((one) => one.house === 'external').map(({ currency, posted }) => [currency, -posted]))
}

/** The totals of entries by hand, as they are published. */
function manualShapes(
  catalogue: Pick<Catalogue, 'currency'>,
  sums: Awaited<ReturnType<typeof findManualTotals>>,
): ManualTotal[] {
  return sums.map(({ currency, deposits, withdrawals, entries }) => {
    const { code, scale } = catalogue.currency(currency)
    return {
      currency: code,
      deposits: formatDecimal(deposits, scale),
      withdrawals: formatDecimal(withdrawals, scale),
      entries,
    }
  })
}

function reconciliationShape({ catalogue, ids }: DeskPorts, row: ReconciliationRow): Reconciliation {
  return {
    id: ids.write('reconciliation', row.id),
    time: row.time,
    stated_by: row.statedBy,
    approved_by: row.approvedBy,
    reason: row.reason,
    lines: row.lines.map(({ currency, stated, ledger }) => {
      const { code, scale } = catalogue.currency(currency)
      return {
        currency: code,
        stated: formatDecimal(BigInt(stated), scale),
        ledger: formatDecimal(BigInt(ledger), scale),
        difference: formatDecimal(BigInt(stated) - BigInt(ledger), scale),
      }
    }),
  }
}

function bindReconciliations(gateway: Gateway, ports: DeskPorts): void {
  const { catalogue, database, ids, proposals } = ports
  gateway.bind(routes.deskReconciliations, async ({ query }) => {
    const place = placeIn(ids, 'reconciliation', query)
    if (place === null) return refused('field_malformed')
    const rows = await findReconciliations(database, place.before, place.limit)
    const items = rows.map((row) => reconciliationShape(ports, row))
    return pageAtPlace(items, place, ({ id }) => id)
  })
  gateway.bind(routes.deskReconcile, async ({ caller, body }) => {
    const owed = await owedOutside(ports)
    const lines: { currency: number; stated: string; ledger: string }[] = []
    for (const { currency: code, stated: text } of body.lines) {
      const currency = catalogue.currencyByCode(code)
      if (currency === undefined) return refused('currency_unknown')
      const stated = parseDecimal(text, currency.scale)
      if (stated === null || lines.some((line) => line.currency === currency.id)) return refused('field_malformed')
      if (stated > 2n ** 59n) return refused('amount_invalid')
      lines.push({ currency: currency.id, stated: String(stated), ledger: String(owed.get(currency.id) ?? 0n) })
    }
    return proposals.ask(caller, 'reconciliation', { time: ports.now(), lines }, body.reason)
  })
}

function bindUserRecords(gateway: Gateway, ports: DeskPorts): void {
  const { database, ids } = ports
  gateway.bind(routes.deskUserRecords, async ({ caller, params, query }) => {
    const id = ids.read('user', params.id)
    const person = id === null ? null : await personById(database, id)
    if (person === null) return refused('user_unknown')
    const after = recordCursor.read(query.cursor)
    if (after === null) return refused('field_malformed')
    const actor = await actorOf(ports, caller)
    const subject = params.id
    // nobody reads a person's data unseen: the entry stands before the answer
    await database.transaction((client) =>
      appendAudit(client, { actor, action: 'user_ledger_read', subject, reason: '', detail: {}, touched: [subject] }),
    )
    const holder = query.realm === 'demo' ? person.demoHolder : (person.realHolder ?? person.demoHolder)
    const limit = pageLimit(query.limit)
    const rows = await findRecords(database, { holder: holder ?? -1, after, limit })
    const cursor = rows.length === limit ? recordCursor.write(rows.at(-1)) : null
    return done({ items: rows.map((row) => recordShape(ports, row)), cursor })
  })
}
