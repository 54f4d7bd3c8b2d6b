import { type Browser, type BrowserContext, expect } from '@playwright/test'
import { call, listAt, textAt, valueAt } from '../client.ts'
import { codeFor, registerPerson } from '../person.ts'
import type { Product } from '../product.ts'
import { makeOperator } from './realStage.ts'
import { phone } from './stage.ts'

/** An address of a person's own wallet. */
export const ownTron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
export const tron = 'TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r'
/** The address to which everybody brings in XRP, each with a memo of their own. */
export const sharedXrp = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
export const password = 'violet-harbour-27'

const networks = [
  { currency: 'USDT', network: 'TRC20', form: 'TRC20', address: tron },
  { currency: 'USDT', network: 'ERC20', form: 'ERC20', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
  { currency: 'BTC', network: 'Bitcoin', form: 'Bitcoin', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  { currency: 'XRP', network: 'XRP Ledger', form: 'XRP', address: sharedXrp, memo: true },
]
/** A context that is made by hand knows nothing of the tests' own limits. */
const actionMax = 15_000
const treasurers = new Map<string, string>()

/** Has two treasurers set the addresses that deposits of USDT and BTC go to, once a server; gives the one's token. */
export async function openWallet(product: Product): Promise<string> {
  const known = treasurers.get(product.address)
  if (known !== undefined) return known
  const first = await makeOperator(product, 'treasurer', 'First treasurer')
  const second = await makeOperator(product, 'treasurer', 'Second treasurer')
  for (const network of networks) {
    const body = { ...network, deposit: true, withdraw: true, reason: 'journey' }
    const put = await call(product.address, '/desk/networks', { method: 'PUT', token: first, body })
    if (put.code !== 200 && textAt(put.data, 'reason') !== 'approval_pending')
      throw new Error(`no network: ${put.code}`)
  }
  await approveAll(product, second)
  treasurers.set(product.address, first)
  return first
}

/** Approves all that waits for a second person. */
async function approveAll(product: Product, token: string): Promise<void> {
  const { data } = await call(product.address, '/desk/proposals', { token })
  for (const one of listAt(data, 'items')) {
    const body = { approve: true, digest: textAt(one, 'digest'), reason: 'journey' }
    const path = `/desk/proposals/${textAt(one, 'id')}/decide`
    const done = await call(product.address, path, { method: 'POST', token, body })
    if (done.code !== 200) throw new Error(`not approved: ${done.code} ${done.message}`)
  }
}

/** Somebody with a real account, and the answer of their login. */
export interface Holder {
  readonly email: string
  readonly token: string
  readonly answer: unknown
}

export async function makeHolder(product: Product, email: string): Promise<Holder> {
  await registerPerson(product, { email, password })
  const { data } = await call(product.address, '/login', { method: 'POST', body: { account: email, password } })
  return { email, token: textAt(data, 'token'), answer: data }
}

/** A browser that is signed in to a real account. */
export async function openReal(
  browser: Browser,
  product: Product,
  { answer }: Holder,
  { locale = 'en', size = phone.viewport }: { locale?: string; size?: { width: number; height: number } } = {},
): Promise<BrowserContext> {
  const value = JSON.stringify({ state: { mode: 'real', real: answer, demo: null, locale }, version: 1 })
  const localStorage = [{ name: 'truemark.session', value }]
  const context = await browser.newContext({
    ...phone,
    isMobile: size.width < 768,
    viewport: size,
    baseURL: product.address,
    permissions: ['clipboard-read', 'clipboard-write'],
    storageState: { cookies: [], origins: [{ origin: product.address, localStorage }] },
  })
  context.setDefaultTimeout(actionMax)
  return context
}

const codesGiven = new Map<string, string>()

/** The next code that was sent, once it is there, and the pace of codes forgotten so that another can follow at once. */
export async function nextCode(product: Product, { email }: Holder): Promise<string> {
  const before = codesGiven.get(email)
  let code = ''
  await expect.poll(async () => (code = await codeFor(product, email, 'confirm'))).not.toBe(before)
  codesGiven.set(email, code)
  await product.database().query(`UPDATE verification_code SET sent_at = now() - interval '1 hour'`)
  return code
}

/** What is available and frozen of a person's USDT. */
export async function usdtOf(product: Product, { token }: Holder): Promise<[available: string, frozen: string]> {
  const { data } = await call(product.address, '/account/coin', { token })
  const usdt = listAt(data, 'balances').find((one) => valueAt(one, 'currency') === 'USDT')
  return [textAt(usdt, 'available'), textAt(usdt, 'frozen')]
}
