import { makeOperatorLink } from '../../apps/server/src/operator/door.ts'
import { type Mailbox, openMailbox } from '../../apps/server/src/testing/mailbox.ts'
import { call, listAt, textAt } from '../client.ts'
import { type Product, makeFolder, startProduct } from '../product.ts'
import { authenticatorCode } from './authenticator.ts'
import { standBefore } from './front.ts'
import { buildLive } from './liveProduct.ts'
import { test as staged } from './stage.ts'

/** Where people of an installation that takes real money are told to go; the tests go there by its own address. */
const publicUrl = 'https://trade.example.org'

const openWithin = 20_000

/** Makes an operator by a one-time link; gives the token. */
export async function makeOperator(
  product: Product,
  role: 'administrator' | 'treasurer',
  name: string,
): Promise<string> {
  const path = await makeOperatorLink(product.database(), role, 'journey')
  const token = path.slice(path.lastIndexOf('/') + 1)
  const opened = await call(product.address, '/desk/links/open', { method: 'POST', body: { token } })
  const totp = authenticatorCode(textAt(opened.data, 'totp_secret'), Date.now())
  const body = { token, name, password: 'Seven-quiet-rivers', totp }
  const done = await call(product.address, '/desk/links/complete', { method: 'POST', body })
  return textAt(done.data, 'token')
}

/** Writes and publishes the user agreement, without which no real money comes in; `second` approves it where one has to. */
export async function publishAgreement(product: Product, token: string, second: string | null = null): Promise<void> {
  const { data } = await call(product.address, '/desk/contents?kind=user_agreement', { token })
  const [agreement] = listAt(data, 'items')
  const path = `/desk/contents/${textAt(agreement, 'id')}`
  const body = { title: 'User agreement', summary: '', content: 'What holds between us.', seen: 0 }
  await must(product, `${path}/en`, { method: 'POST', token, body })
  const release = { versions: [{ lang: 'en', number: 1 }], at: null, reason: 'journey' }
  if (second === null) return must(product, `${path}/publish`, { method: 'POST', token, body: release })
  await call(product.address, `${path}/publish`, { method: 'POST', token, body: release })
  const waiting = await call(product.address, '/desk/proposals', { token: second })
  const [proposal] = listAt(waiting.data, 'items')
  const decision = { approve: true, digest: textAt(proposal, 'digest'), reason: 'read and right' }
  const decide = `/desk/proposals/${textAt(proposal, 'id')}/decide`
  await must(product, decide, { method: 'POST', token: second, body: decision })
}

/** Proves that mails arrive, as an administrator does at the desk. */
export async function proveMail(product: Product, token: string, box: Mailbox): Promise<void> {
  const to = 'desk@example.org'
  await must(product, '/desk/mail/test', { method: 'POST', token, body: { email: to } })
  const { text } = await box.wait(to, /[0-9]{6}/)
  const code = /[0-9]{6}/.exec(text)?.[0] ?? ''
  await must(product, '/desk/mail/prove', { method: 'POST', token, body: { code } })
}

async function must(product: Product, path: string, asked: Parameters<typeof call>[2]): Promise<void> {
  const { code, message } = await call(product.address, path, asked)
  if (code !== 200) throw new Error(`${path}: ${code} ${message}`)
}

/** Switches a product on for residents of Portugal once the last other condition is met. */
async function openCountry(product: Product, token: string): Promise<void> {
  const until = performance.now() + openWithin
  for (;;) {
    const body = { on: true, reason: 'journey' }
    const { code, message } = await call(product.address, '/desk/products/PT/spot', { method: 'PUT', token, body })
    if (code === 200) return
    if (performance.now() > until) throw new Error(`real money stays closed: ${code} ${message}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** A product that meets every condition of real money but what its operators do, and its mails. */
export interface RealProduct {
  readonly product: Product
  readonly box: Mailbox
  remove(): Promise<void>
}

/** Starts the built server with live stand-in venues, a mail server and a public address; `settings` go over these. */
export async function startReal(settings: Readonly<Record<string, string>> = {}): Promise<RealProduct> {
  const live = await buildLive()
  const box = await openMailbox()
  const folder = makeFolder()
  const all = { FEED: 'live', SMTP_URL: box.url, PUBLIC_URL: publicUrl, ...settings }
  const started = await startProduct(folder, all, live.program)
  const front = await standBefore(started.address)
  return {
    product: { ...started, address: front.address, box },
    box,
    async remove() {
      front.close()
      await started.stop()
      await folder.remove()
      live.remove()
      await box.close()
    },
  }
}

/**
 * Journeys with real money, on an installation that meets every condition. What real accounts are refused elsewhere,
 * other journeys hold.
 */
export const test = staged.extend<object, { readonly product: Product }>({
  product: [
    async ({ browserName }, use) => {
      staged.expect(browserName).toBe('chromium')
      const { product, box, remove } = await startReal()
      try {
        const administrator = await makeOperator(product, 'administrator', 'Ada')
        await makeOperator(product, 'treasurer', 'Ben')
        await publishAgreement(product, administrator)
        await proveMail(product, administrator, box)
        await openCountry(product, administrator)
        await use(product)
      } finally {
        await remove()
      }
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})
