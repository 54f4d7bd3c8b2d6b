import { malformed } from '@truemark/core/book/checks'
import { type Account, accounts } from '@truemark/core/ledger/move'
import { parseAmount, parseDecimal } from '@truemark/core/money/decimal'
import { type Balance, type Invested, accountRoutes } from '@truemark/protocol/routes/account'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { pageLimit } from '@truemark/protocol/values'
import { type Catalogue, execute, sourceOf } from '../engine/door.ts'
import { type Call, type LenientCall, type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import { derivativesIn } from './causes.ts'
import { bindConversions } from './conversions.ts'
import { bindGains } from './gainRoutes.ts'
import { bindHoldings } from './holdings.ts'
import { pageAtPlace, placeIn } from '../platform/http/page.ts'
import { recordCursor, recordShape } from './recordShape.ts'
import { bindStatements } from './statements.ts'
import { findRecords, findTransfers } from './store.ts'
import type { AccountPorts } from './ports.ts'
import { balanceShape, investedShape, usdtText } from './worth.ts'

/** Binds the routes of accounts. */
export function bindAccount(gateway: Gateway, ports: AccountPorts): void {
  gateway.bind(accountRoutes.accountAssets, ({ caller }) => assetsOf(ports, caller))
  gateway.bind(accountRoutes.accountOne, async ({ caller, params }) => {
    const balances = (await ownedBy(ports, caller)).balances.filter(({ account }) => account === params.kind)
    const value = usdtText(ports.catalogue, sumOf(ports, balances))
    return done({ account: params.kind, value, balances, simulated: ports.simulated(), time: ports.now() })
  })
  gateway.bindLenient(accountRoutes.transferMake, (call) => transfer(ports, call))
  gateway.bind(accountRoutes.transfers, async ({ caller, query }) => {
    const place = placeIn(ports.ids, 'transfer', query)
    if (place === null) return refused('field_malformed')
    await ports.reads.settled(caller.holder)
    const rows = await findTransfers(ports.database, caller.holder, place.before, place.limit)
    const items = rows.map(({ id, from, to, amount, time }) => {
      const texts = { currency: 'USDT', amount: usdtText(ports.catalogue, amount) }
      return { id: ports.ids.write('transfer', id), from, to, ...texts, time }
    })
    return pageAtPlace(items, place, ({ id }) => id)
  })
  bindConversions(gateway, ports)
  bindHoldings(gateway, ports)
  bindStatements(gateway, ports)
  bindGains(gateway, ports)
  gateway.bind(accountRoutes.records, ({ caller, query }) => recordsOf(ports, caller, query))
}

/** What a holder owns as of one moment, each part with its worth. */
async function ownedBy(ports: AccountPorts, caller: Caller): Promise<{ balances: Balance[]; invested: Invested[] }> {
  const { exchange, catalogue, indexOf } = ports
  const { balances, invested } = await exchange.ask(sourceOf(caller), { type: 'balances', holder: caller.holder })
  return {
    balances: balances.map((stand) => balanceShape(catalogue, indexOf, stand)),
    invested: invested.map((view) => investedShape(catalogue, indexOf, view)),
  }
}

function sumOf({ catalogue }: AccountPorts, owned: readonly Pick<Balance, 'value'>[]): bigint {
  const { scale } = catalogue.currency(0)
  return owned.reduce((sum, { value }) => sum + (parseDecimal(value, scale) ?? 0n), 0n)
}

async function assetsOf(
  ports: AccountPorts,
  caller: Caller,
): Promise<Outcome<AnswerOf<typeof accountRoutes.accountAssets>>> {
  // read before the balances: what changes after it is told again by the stream, never missed
  const seq = ports.seqOf(caller.holder)
  const { balances, invested } = await ownedBy(ports, caller)
  const text = (owned: readonly Pick<Balance, 'value'>[]): string => usdtText(ports.catalogue, sumOf(ports, owned))
  const valueOf = (account: Account): string => text(balances.filter((balance) => balance.account === account))
  return done({
    realm: caller.realm,
    total_value: text([...balances, ...invested]),
    values: {
      coin: valueOf('coin'),
      contract: valueOf('contract'),
      option: valueOf('option'),
      invested: text(invested),
    },
    balances,
    invested,
    simulated: ports.simulated(),
    seq,
    time: ports.now(),
  })
}

type TransferCall = LenientCall<typeof accountRoutes.transferMake>

function transfer(
  ports: AccountPorts,
  { caller, body, fault, key }: TransferCall,
): Promise<Outcome<AnswerOf<typeof accountRoutes.transferMake>>> {
  const { from, to, amount, reason } = readTransfer(ports.catalogue, body)
  const command = { type: 'transfer', holder: caller.holder, from, to, amount, fault: fault ?? reason } as const
  const texts = { currency: 'USDT', amount: usdtText(ports.catalogue, amount) }
  return execute(ports, { caller, key }, command, {
    transfer: ({ transfer: id, time }) => done({ id: ports.ids.write('transfer', id), from, to, ...texts, time }),
  })
}

function accountIn(body: object, field: 'from' | 'to'): Account | undefined {
  const value: unknown = Reflect.get(body, field)
  return accounts.find((account) => account === value)
}

// what can't be read travels to the engine as the reason that it gives at its place among its checks
function readTransfer(catalogue: Catalogue, body: unknown) {
  const fields = typeof body === 'object' && body !== null ? body : {}
  const from = accountIn(fields, 'from')
  const to = accountIn(fields, 'to')
  const currency = 'currency' in fields ? fields.currency : 'USDT'
  const text = 'amount' in fields ? fields.amount : undefined
  const amount = parseAmount(text, catalogue.currency(0).scale)
  const read = { from: from ?? 'coin', to: to ?? 'contract', amount: amount ?? 0n }
  if (from === undefined || to === undefined) return { ...read, reason: 'account_invalid' }
  if (currency !== 'USDT') return { ...read, reason: 'field_malformed' }
  return { ...read, reason: amount === null ? malformed('amount') : '' }
}

type RecordsQuery = Call<typeof accountRoutes.records>['query']

async function recordsOf(ports: AccountPorts, caller: Caller, query: RecordsQuery) {
  const after = recordCursor.read(query.cursor)
  const currency = query.currency === undefined ? undefined : ports.catalogue.currencyByCode(query.currency)?.id
  if (after === null || (query.currency !== undefined && currency === undefined)) return refused('field_malformed')
  await ports.reads.settled(caller.holder)
  const limit = pageLimit(query.limit)
  const rows = await findRecords(ports.database, {
    holder: caller.holder,
    account: query.type,
    currency,
    category: query.category,
    from: query.from === undefined ? undefined : Number(query.from),
    to: query.to === undefined ? undefined : Number(query.to),
    after,
    limit,
  })
  const kinds = await ports.derivativeKinds(derivativesIn(rows))
  const cursor = rows.length === limit ? recordCursor.write(rows.at(-1)) : null
  return done({ items: rows.map((row) => recordShape(ports, row, kinds)), cursor })
}
