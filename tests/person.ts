import { join } from 'node:path'
import { readKeys } from '../apps/server/src/platform/keys/keys.ts'
import type { Database } from '../apps/server/src/platform/postgres/database.ts'
import type { Mailbox } from '../apps/server/src/testing/mailbox.ts'
import { type SentMessage, sentMessages } from '../apps/server/src/testing/outbox.ts'
import { call, textAt } from './client.ts'
import type { Product } from './product.ts'

const codeWait = 10_000
const pollInterval = 50
const codePattern = /\b\d{6}\b/

/** The code of the last message to `address`, of one purpose where it is named, as the operator's outbox holds it. */
export async function codeFor(product: Product, address: string, purpose: string | null = null): Promise<string> {
  const end = performance.now() + codeWait
  if (product.box !== undefined) return codeMailed(product.box, { address, purpose }, end)
  while (performance.now() < end) {
    const condition = `recipient = $1 AND template = 'code' AND ($2::text IS NULL OR params->>'purpose' = $2)`
    const code = (await sentBy(product, condition, [address, purpose])).at(-1)?.params['code']
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, pollInterval))
  }
  throw new Error(`no code came for ${address}`)
}

/** The messages of a running product's outbox that a condition picks, with their secrets. */
export async function sentBy(
  product: { readonly folder: Product['folder']; readonly database: () => Database },
  condition: string,
  values: unknown[] = [],
): Promise<SentMessage[]> {
  const database = product.database()
  const keys = await readKeys({ database, folder: join(product.folder.path, 'keys') })
  return sentMessages({ database, keys }, condition, values)
}

// what was sent stands in nobody's outbox any more
async function codeMailed(
  box: Mailbox,
  { address, purpose }: { address: string; purpose: string | null },
  end: number,
): Promise<string> {
  const meant = purpose === 'confirm' ? /to confirm an action/ : /./
  while (performance.now() < end) {
    const mail = box.mails.findLast(({ to, text }) => to === address && codePattern.test(text) && meant.test(text))
    const [code] = codePattern.exec(mail?.text ?? '') ?? []
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, pollInterval))
  }
  throw new Error(`no mail with a code came for ${address}`)
}

export interface NewPerson {
  readonly email: string
  readonly password: string
}

/** A phone is asked for once only: each person of a run gets the next one. */
let people = 0

/** Registers somebody by the code of the outbox. */
export async function registerPerson(product: Product, { email, password }: NewPerson): Promise<void> {
  people += 1
  const phone = `+3519123${String(people).padStart(5, '0')}`
  await call(product.address, '/send_email', { method: 'POST', body: { type: 'register', email } })
  const verify_code = await codeFor(product, email)
  const body = { account: email, type: 'email', email, phone, password, invite_code: '', verify_code, country: 'PT' }
  const { code, message, data } = await call(product.address, '/register', { method: 'POST', body })
  if (code !== 200) throw new Error(`not registered: ${code} ${message} ${textAt(data, 'reason')}`)
}
