import { call, textAt } from './client.ts'
import type { Product } from './product.ts'

const codeWait = 10_000
const pollInterval = 50

/** The code of the last message to `address`, as the operator's outbox holds it. */
export async function codeFor(product: Product, address: string): Promise<string> {
  const end = performance.now() + codeWait
  while (performance.now() < end) {
    const { rows } = await product.database().query<{
      code: string
    }>("SELECT params->>'code' AS code FROM outbox WHERE recipient = $1 AND template = 'code' ORDER BY id DESC LIMIT 1", [address])
    const code = rows[0]?.code
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, pollInterval))
  }
  throw new Error(`no code came for ${address}`)
}

export interface NewPerson {
  readonly email: string
  readonly phone: string
  readonly password: string
}

/** Registers somebody by the code of the outbox. */
export async function registerPerson(product: Product, { email, phone, password }: NewPerson): Promise<void> {
  await call(product.address, '/send_email', { method: 'POST', body: { type: 'register', email } })
  const verify_code = await codeFor(product, email)
  const body = { account: email, type: 'email', email, phone, password, invite_code: '', verify_code, country: 'PT' }
  const { code, message, data } = await call(product.address, '/register', { method: 'POST', body })
  if (code !== 200) throw new Error(`not registered: ${code} ${message} ${textAt(data, 'reason')}`)
}
