import { wealthProducts } from '@truemark/core/capability/products'
import { randomBytes } from 'node:crypto'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { contractRoutes } from '@truemark/protocol/routes/contract'
import { deskIeoRoutes } from '@truemark/protocol/routes/deskIeo'
import { deskInvestRoutes } from '@truemark/protocol/routes/deskInvest'
import { deskMiningRoutes } from '@truemark/protocol/routes/deskMining'
import { deskSupportRoutes } from '@truemark/protocol/routes/deskSupport'
import { deskVerificationRoutes } from '@truemark/protocol/routes/deskVerification'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { ieoRoutes } from '@truemark/protocol/routes/ieo'
import { investRoutes } from '@truemark/protocol/routes/invest'
import { miningRoutes } from '@truemark/protocol/routes/mining'
import { notificationRoutes } from '@truemark/protocol/routes/notification'
import { optionRoutes } from '@truemark/protocol/routes/option'
import { passkeyRoutes } from '@truemark/protocol/routes/passkeys'
import { payeeRoutes } from '@truemark/protocol/routes/payees'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { profileRoutes } from '@truemark/protocol/routes/profile'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { spotConditionalRoutes } from '@truemark/protocol/routes/spotConditional'
import { supportRoutes } from '@truemark/protocol/routes/support'
import { verificationRoutes } from '@truemark/protocol/routes/verification'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { must, openWealth, saver, speakLive } from '../../apps/server/src/invest/testing/saver.ts'
import { keyNow } from '../../apps/server/src/testing/keys.ts'
import type { LiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { makeProgram } from '../../apps/server/src/testing/program.ts'
import { makeOperator, personPassword } from '../../apps/server/src/testing/people.ts'
import { formOf, openWallet, proof, saveAddress, voucher } from '../../apps/server/src/wallet/testing/walletRun.ts'
import { ieoDraftBody, investDraftBody, miningDraftBody } from './draftBodies.ts'

const hands = { asker: 1, approver: 2 } as const
const thousandUsdt = 1_000_000_000n

/** A person with one of everything, by the ids that people see. */
export interface Owner {
  readonly email: string
  readonly token: string
  readonly uid: string
  readonly session: string
  readonly passkey: string
  readonly apiKey: string
  readonly avatar: string
  readonly spotOrder: string
  readonly spotConditional: string
  readonly contractTicket: string
  readonly contractOrder: string
  readonly perpetualOrder: string
  readonly perpetualPosition: string
  readonly option: string
  readonly quote: string
  readonly conversion: string
  readonly transfer: string
  readonly deposit: string
  readonly payment: string
  readonly withdrawal: string
  readonly address: string
  readonly card: string
  readonly verification: string
  readonly mining: string
  readonly investment: string
  readonly subscription: string
  readonly alert: string
  readonly notification: string
  readonly chat: string
  readonly chatImage: string
  readonly ticket: string
  readonly ticketImage: string
}

export const cardFields = {
  payee_name: 'Ann Example',
  payee_address: '1 rue de la Paix, Paris',
  bank_type: 'checking',
  bank_name: 'Banque Exemple',
  account_number: 'FR7630006000011234567890189',
  bank_address: '2 quai Voltaire, Paris',
  bank_country: 'FR',
  international_code: 'AGRIFRPP',
  aba_routing_number: '',
} as const

/** Opens all that a real account can do, with live prices; gives how to silence them. */
export async function openReal(server: LiveServer): Promise<() => void> {
  const pool = { type: 'moveHouse', realm: 'real', from: 'external', currency: 0, ...hands } as const
  await must(server, { ...pool, to: 'insurance', amount: 1_000n * thousandUsdt })
  for (const product of ['spot', 'contract', 'perpetual', 'option'] as const) {
    await must(server, { type: 'switchProduct', country: 'FR', product, on: true })
  }
  for (const product of wealthProducts) await openWealth(server, product)
  const durations = [{ seconds: 3_600, rate: 800_000_000 }]
  const terms = { on: true, durations, stakeMin: 1n, stakeMax: thousandUsdt, tie: 'stake_returned' } as const
  const caps = { exposureMax: 1_000n * thousandUsdt, poolDebtMax: 1_000n * thousandUsdt }
  await must(server, { type: 'configureOption', listing: 0, terms: { ...terms, ...caps } })
  return speakLive(server)
}

/** A real account that is free to trade, with USDT in each of its accounts. */
export async function trader(server: LiveServer, email: string): Promise<string> {
  const { token } = await saver(server, email, { usdt: 100n * thousandUsdt })
  for (const to of ['contract', 'option'] as const) {
    const body = { from: 'coin', to, amount: '20000' }
    await server.ok(accountRoutes.transferMake, { token, key: keyNow(), body })
  }
  return token
}

/** Makes a person who owns one of everything. */
export async function makeOwner(server: LiveServer): Promise<Owner> {
  const email = 'owner@example.com'
  const token = await trader(server, email)
  // what rests ends with an approved name
  const verification = await submitName(server, token)
  const orders = await makeOrders(server, token)
  const money = await makeMoney(server, { token, email })
  const rest = await makeRest(server, { token, email })
  return { email, token, verification, ...orders, ...money, ...rest }
}

/** The answer of a call of its owner that must succeed, with a key where the route takes one. */
function by(server: LiveServer, token: string) {
  return <R extends RouteDefinition>(route: R, body: unknown) =>
    server.ok(route, { token, body, ...(route.idempotent ? { key: keyNow() } : {}) })
}

/** One of each trade and each product by a person, by the ids that people see. */
export async function makeOrders(server: LiveServer, token: string) {
  const make = by(server, token)
  const btc = { symbol: 'BTCUSDT', side: 'buy' } as const
  const limit = { ...btc, type: 'limit', price: '9900' } as const
  const spot = await make(spotRoutes.spotOrderPlace, { ...limit, time_in_force: 'GTC', quantity: '0.01' })
  const waits = { ...btc, type: 'limit', trigger_price: '9800', trigger_when: 'at_or_below' } as const
  const conditional = await make(spotConditionalRoutes.spotConditionalPlace, {
    ...waits,
    price: '9790',
    quantity: '0.01',
  })
  await make(spotConditionalRoutes.spotTrailingPlace, { ...btc, trail: '0.2', amount: '10' })
  const ticket = await make(contractRoutes.contractOrderPlace, { ...btc, type: 'market', lots: '1', multiple: 10 })
  const contract = await make(contractRoutes.contractOrderPlace, { ...limit, lots: '1', multiple: 10 })
  await make(perpetualRoutes.perpetualOrderPlace, { ...btc, type: 'market', lots: '1' })
  const perpetual = await make(perpetualRoutes.perpetualOrderPlace, { ...limit, lots: '1' })
  const { items } = await server.ok(perpetualRoutes.perpetualPositions, { token, query: { status: 'open' } })
  const up = { symbol: 'BTCUSDT', type: 'up', trade_mode: 3_600, amount: '100' }
  const option = await make(optionRoutes.optionOrderPlace, up)
  const swap = { source: 'USDT', target: 'BTC', amount: '100' }
  const taken = await make(accountRoutes.quoteAsk, swap)
  const conversion = await make(accountRoutes.exchangeMake, { quote_id: taken.id })
  const transfer = await make(accountRoutes.transferMake, { from: 'coin', to: 'option', amount: '1' })
  return {
    spotOrder: spot.order_id,
    spotConditional: conditional.order_id,
    contractTicket: ticket.order_id,
    contractOrder: contract.order_id,
    perpetualOrder: perpetual.order_id,
    perpetualPosition: items[0]?.position_id ?? '',
    option: option.order_id,
    conversion: conversion.order_id,
    transfer: transfer.id,
    ...(await makeWealth(server, token)),
  }
}

async function makeWealth(server: LiveServer, token: string) {
  const admin = await makeOperator(server, 'administrator', `Wealth ${token.slice(0, 6)}`)
  return {
    mining: await lockedMoney(server, token, admin),
    investment: await boughtShare(server, token, admin),
    subscription: await appliedFor(server, token, admin),
  }
}

const published = { reason: 'a test needs it' }

async function boughtShare(server: LiveServer, token: string, admin: string): Promise<string> {
  const made = await server.ok(deskInvestRoutes.deskInvestDraftMake, { token: admin, body: investDraftBody() })
  const publish = { token: admin, params: { id: made.draft_id }, body: { digest: made.digest, ...published } }
  const { product_id: product } = await server.ok(deskInvestRoutes.deskInvestPublish, publish)
  const body = { product_id: product ?? '', quantity: 1 }
  return (await server.ok(investRoutes.investOrderPlace, { token, key: keyNow(), body })).order_id
}

async function appliedFor(server: LiveServer, token: string, admin: string): Promise<string> {
  const pool = { type: 'moveHouse', realm: 'real', from: 'external', to: 'wealthPool', currency: 1, ...hands } as const
  await must(server, { ...pool, amount: 1_000_000_000n })
  const made = await server.ok(deskIeoRoutes.deskIeoDraftMake, { token: admin, body: ieoDraftBody() })
  const launch = { token: admin, params: { id: made.draft_id }, body: { digest: made.digest, ...published } }
  const { project_id: project } = await server.ok(deskIeoRoutes.deskIeoLaunch, launch)
  const body = { project_id: project ?? '', quantity: '1' }
  return (await server.ok(ieoRoutes.ieoSubscribe, { token, key: keyNow(), body })).subscription_id
}

async function lockedMoney(server: LiveServer, token: string, admin: string): Promise<string> {
  const made = await server.ok(deskMiningRoutes.deskMiningDraftMake, { token: admin, body: miningDraftBody })
  const body = { digest: made.digest, ...published }
  await server.ok(deskMiningRoutes.deskMiningPublish, { token: admin, params: { id: made.draft_id }, body })
  const { items: products } = await server.ok(deskMiningRoutes.deskMining, { token: admin, query: { realm: 'real' } })
  const [product] = products
  const order = { product_id: product?.product_id ?? '', amount: '200', terms_version: product?.terms_version ?? 0 }
  return (await server.ok(miningRoutes.miningOrderPlace, { token, key: keyNow(), body: order })).order_id
}

async function makeMoney(server: LiveServer, who: { readonly token: string; readonly email: string }) {
  const { token } = who
  await openWallet(server)
  const form = formOf({}, [await voucher()])
  const deposit = await server.ok(walletRoutes.depositMake, { token, form })
  const address = await saveAddress(server, who)
  const card = await server.ok(payeeRoutes.cardAdd, { token, body: { ...cardFields, ...(await proof(server, who)) } })
  const out = { currency: 'USDT', amount: '50', method: 'address', payee_id: address, ...(await proof(server, who)) }
  const withdrawal = await server.ok(walletRoutes.withdrawalMake, { token, key: keyNow(), body: out })
  // as a program beside the server would have told of it
  await server.database.query(
    `INSERT INTO chain_payment (network, transaction_id, output, currency, address, memo, amount, units, confirmations,
       block, removed, sequence, state, reason, user_id, seen_at, updated_at)
     SELECT 'Bitcoin', 'b', 0, 'BTC', 'bc1', '', '0.1', 10000000, 1, '', false, 1, 'waiting', '', id, 1, 1
     FROM app_user WHERE email = $1`,
    [who.email],
  )
  const coming = await server.ok(walletRoutes.depositsIncoming, { token })
  return { deposit: deposit.id, payment: coming.items[0]?.id ?? '', address, card: card.id, withdrawal: withdrawal.id }
}

async function picture(): Promise<Blob> {
  return new Blob([Uint8Array.from(await voucher())])
}

async function makeRest(server: LiveServer, { token, email }: { readonly token: string; readonly email: string }) {
  await server.ok(identityRoutes.login, { body: { account: email, password: personPassword } })
  const { items: sessions } = await server.ok(identityRoutes.sessions, { token })
  await server.database.query(
    `INSERT INTO passkey (user_id, name, credential_id, handle, public_key, sign_count, transports, site, synced)
     SELECT id, 'phone', $2, $2, $2, 0, '{}', 'localhost', false FROM app_user WHERE email = $1`,
    [email, randomBytes(16)],
  )
  const { items: passkeys } = await server.ok(passkeyRoutes.passkeys, { token })
  server.view.take({ type: 'index', symbol: 'BTCUSDT', price: '10000', ask: null, sources: 4, time: Date.now() })
  const alert = { symbol: 'BTCUSDT', direction: 'above', source: 'mark', price: '20000', repeats: false }
  const { uid } = await server.ok(identityRoutes.user, { token })
  return {
    uid,
    session: sessions.find(({ current }) => !current)?.id ?? '',
    passkey: passkeys[0]?.id ?? '',
    apiKey: (await makeProgram(server, { token, email })).id,
    avatar: await firstPicture(server, token),
    quote: await freshQuote(server, token),
    alert: (await server.ok(notificationRoutes.priceAlertMake, { token, body: alert })).id,
    notification: await firstNotification(server, token),
    ...(await makeTalk(server, token)),
  }
}

/** A quote of this moment: it lives ten seconds. */
export async function freshQuote(server: LiveServer, token: string): Promise<string> {
  const body = { source: 'USDT', target: 'BTC', amount: '50' }
  return (await server.ok(accountRoutes.quoteAsk, { token, body })).id
}

async function firstNotification(server: LiveServer, token: string): Promise<string> {
  const { items } = await server.ok(notificationRoutes.notifications, { token })
  return items[0]?.id ?? ''
}

async function firstPicture(server: LiveServer, token: string): Promise<string> {
  const form = new FormData()
  form.append('avatar', await picture(), 'a.png')
  return (await server.ok(profileRoutes.profileChange, { token, form })).avatar
}

async function submitName(server: LiveServer, token: string): Promise<string> {
  const form = new FormData()
  const fields = { level: 'primary', realName: 'Ann Example', document_number: 'X-1', birth_date: '1990-02-28' }
  for (const [name, value] of Object.entries({ ...fields, country: 'FR' })) form.set(name, value)
  for (const name of ['a.png', 'b.png']) form.append('document', await picture(), name)
  await server.ok(verificationRoutes.realNameSubmit, { token, form })
  const reviewer = await makeOperator(server, 'reviewer', 'Reader')
  const { items } = await server.ok(deskVerificationRoutes.deskVerifications, { token: reviewer })
  // a name that waits would keep its owner from trading
  const { rows } = await server.database.query<{ real_holder: number }>(
    `SELECT real_holder FROM app_user WHERE real_name = 'pending'`,
  )
  const standing = { disabled: false, realName: 'approved', country: 'FR' } as const
  await must(server, { type: 'setStanding', holder: rows[0]?.real_holder ?? 0, ...standing })
  return items[0]?.id ?? ''
}

async function makeTalk(server: LiveServer, token: string) {
  const shown = new FormData()
  shown.set('key', keyNow())
  shown.set('text', 'look')
  shown.append('image', await picture(), 'a.png')
  const line = await server.ok(supportRoutes.chatSendImage, { token, form: shown })
  const asked = new FormData()
  asked.set('phone', '+33612345678')
  asked.set('question', 'Where is my deposit?')
  asked.append('attachment', await picture(), 'a.png')
  const ticket = await server.ok(supportRoutes.ticketMake, { token, key: keyNow(), form: asked })
  const helper = await makeOperator(server, 'support', 'Helper')
  const { items } = await server.ok(deskSupportRoutes.deskChats, { token: helper, query: { queue: 'open' } })
  return {
    chat: items[0]?.id ?? '',
    chatImage: line.image ?? '',
    ticket: ticket.id,
    ticketImage: ticket.lines.flatMap(({ images }) => images)[0] ?? '',
  }
}

/** A person who owns nothing of it but could have all of it, a program of theirs that trades, and what they prove anew. */
export async function makeStranger(server: LiveServer) {
  const email = 'stranger@example.com'
  const token = await trader(server, email)
  // first, since its code takes the place of an earlier one
  const program = await makeProgram(server, { email, token })
  return { token, program, proof: await proof(server, { email, token }) }
}
