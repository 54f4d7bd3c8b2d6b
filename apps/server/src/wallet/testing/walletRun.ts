import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { bech32 } from '@scure/base'
import { parseDecimal } from '@truemark/core/money/decimal'
import { accountOne } from '@truemark/protocol/routes/account'
import { deskWalletRoutes as desk } from '@truemark/protocol/routes/deskWallet'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { payeeRoutes } from '@truemark/protocol/routes/payees'
import sharp from 'sharp'
import { house } from '../../engine/door.ts'
import type { LiveServer } from '../../testing/liveServer.ts'
import { makeOperator, personPassword, signUp } from '../../testing/people.ts'
import { sentMessages } from '../../testing/outbox.ts'

export const tron = 'TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r'
/** An address of a person's own wallet. */
export const ownTron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
export const ownEthereum = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
let transactions = 0
/** The id of a transaction that no payout was named by yet, as TRON, Ethereum and Bitcoin write it. */
export function transaction(): string {
  transactions += 1
  return transactions.toString(16).padStart(64, 'a')
}
export const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** An address on Bitcoin’s main network that nobody has the key of. */
export function aBitcoinAddress(): string {
  return bech32.encode('bc', [0, ...bech32.toWords(randomBytes(20))])
}

/** A new idempotency key. */
export function key(time = Date.now()): string {
  const hex = `${time.toString(16).padStart(12, '0')}7${randomBytes(10).toString('hex').slice(0, 19)}`
  const text = `${hex.slice(0, 16)}8${hex.slice(17)}`
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20, 32)].join('-')
}

let colour = 0

/** A voucher that no other is like. */
export async function voucher(): Promise<Buffer> {
  colour += 1
  const background = { r: (colour * 37) % 256, g: (colour * 91) % 256, b: (colour * 13) % 256 }
  return sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer()
}

/** A deposit's form; `files` under the name of the voucher. */
export function formOf(fields: Record<string, string>, files: readonly Uint8Array[], name = 'voucher.png'): FormData {
  const form = new FormData()
  const whole = { currency: 'USDT', network: 'TRC20', amount: '500', ...fields }
  for (const [field, value] of Object.entries(whole)) form.set(field, value)
  for (const bytes of files) form.append('voucher', new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), name)
  return form
}

/** A person of a test, signed in to the real account. */
export interface Person {
  readonly email: string
  readonly token: string
}

let people = 0

export async function person(server: LiveServer): Promise<Person> {
  people += 1
  const email = `wallet${people}@example.com`
  const token = await signUp(server, email, `+3361234${String(5_000 + people)}`)
  return { email, token }
}

/** What a person proves anew: the password, and a code that was just sent. */
export async function proof(
  server: LiveServer,
  { email, token }: Person,
): Promise<{ password: string; verify_code: string }> {
  await server.database.query(`UPDATE verification_code SET sent_at = now() - interval '1 hour'`)
  const last = async () =>
    (await sentMessages(server, `recipient = $1 AND params->>'purpose' = 'confirm'`, [email])).at(-1)
  const before = await last()
  await server.ok(identityRoutes.sendEmail, { token, body: { type: 'confirm', email } })
  for (let tries = 0; tries < 200; tries += 1) {
    const row = await last()
    if (row !== undefined && row.id !== before?.id) {
      return { password: personPassword, verify_code: row.params['code'] ?? '' }
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('no code was sent')
}

/** Two operators who may move money, and the networks of USDT and BTC. */
export async function openWallet(server: LiveServer): Promise<{ treasurer: string; second: string }> {
  const treasurer = await makeOperator(server, 'treasurer', 'First treasurer')
  const second = await makeOperator(server, 'treasurer', 'Second treasurer')
  const row = { deposit: true, withdraw: true, reason: 'opening' }
  const networks = [
    { currency: 'USDT', network: 'TRC20', form: 'TRC20', address: tron },
    { currency: 'USDT', network: 'ERC20', form: 'ERC20', address: ethereum },
    { currency: 'USDT', network: 'Solana', form: 'Solana', address: 'HgyXhqapicB8zoyyFQ23oUwwFrBACDyDc7bqUuvnEELM' },
    { currency: 'BTC', network: 'Bitcoin', form: 'Bitcoin', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  ] as const
  for (const body of networks) await server.ok(desk.deskNetworkPut, { token: treasurer, body: { ...body, ...row } })
  return { treasurer, second }
}

/** Brings in an amount of USDT by the engine's own commands, without a voucher. */
export async function bringIn(server: LiveServer, { email }: Person, amount: string): Promise<void> {
  const { rows } = await server.database.query<{ real_holder: number }>(
    'SELECT real_holder FROM app_user WHERE email = $1',
    [email],
  )
  const holder = rows[0]?.real_holder ?? -1
  const units = parseDecimal(amount, 6) ?? 0n
  const { exchange } = server.engine
  const submit = { type: 'submitDeposit', holder, currency: 'USDT', amount: units, claim: 1, fault: '' } as const
  const made = await exchange.command(house, submit)
  if (!made.ok || made.answer.type !== 'deposit') throw new Error('not submitted')
  const { deposit } = made.answer.deposit
  const two = { asker: 1, approver: 2, alone: false } as const
  const credit = { type: 'creditDeposit', holder, deposit, received: units, ...two } as const
  const done = await exchange.command(house, credit)
  if (!done.ok) throw new Error(done.reason)
}

/** Saves an address; gives its id. */
export async function saveAddress(server: LiveServer, who: Person): Promise<string> {
  const body = { currency: 'USDT', network: 'TRC20', address: ownTron, label: 'mine', ...(await proof(server, who)) }
  return (await server.ok(payeeRoutes.addressAdd, { token: who.token, body })).id
}

/** What is available and frozen of a person's USDT. */
export async function usdtOf(server: LiveServer, { token }: Person): Promise<[string, string]> {
  const { balances } = await server.ok(accountOne, { token, params: { kind: 'coin' } })
  const found = balances.find((one) => one.currency === 'USDT')
  return [found?.available ?? '0', found?.frozen ?? '0']
}

/** The names of all files that lie in the vault. */
export async function filesOf(server: LiveServer): Promise<string[]> {
  const found = await readdir(server.filesFolder, { recursive: true, withFileTypes: true })
  return found.filter((one) => one.isFile()).map((one) => one.name)
}
