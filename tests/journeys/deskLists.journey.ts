import { readFile } from 'node:fs/promises'
import { type Browser, type Page, expect } from '@playwright/test'
import { call, textAt } from '../client.ts'
import { codeFor, registerPerson } from '../person.ts'
import type { Product } from '../product.ts'
import { authenticatorCode } from './authenticator.ts'
import { open, rowOf, setUp } from './deskStage.ts'
import { faultsOf } from './sound.ts'
import { type Complaints, phone, scrollsAside, test } from './stage.ts'

const password = 'violet-harbour-27'
const desktop = { width: 1440, height: 900 } as const
let people = 0

/** A person with an authenticator app and a verified identity, signed in since before there was an app. */
async function guarded(product: Product): Promise<{ email: string; session: unknown }> {
  people += 1
  const email = `factor${people}@example.org`
  await registerPerson(product, { email, password })
  const { data } = await call(product.address, '/login', { method: 'POST', body: { account: email, password } })
  const token = textAt(data, 'token')
  await call(product.address, '/send_email', { method: 'POST', token, body: { type: 'confirm', email } })
  const begin = { password, verify_code: await codeFor(product, email, 'confirm'), totp: '' }
  const begun = await call(product.address, '/user/totp', { method: 'POST', token, body: begin })
  const secret = textAt(begun.data, 'secret')
  const finish = { password, verify_code: '', totp: authenticatorCode(secret, Date.now()) }
  expect((await call(product.address, '/user/totp', { method: 'POST', token, body: finish })).code).toBe(200)
  await product.database().query(`UPDATE app_user SET real_name = 'approved' WHERE email = $1`, [email])
  return { email, session: data }
}

async function second(browser: Browser, product: Product, complaints: Complaints): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.address, viewport: desktop })
  context.on('page', (other) => complaints.watch(other))
  return context.newPage()
}

test.describe('a lost second factor', () => {
  test.use({ ...phone })

  test('is said at the login, decided by two at the desk, and refused by its owner in the app', async ({
    page,
    browser,
    product,
    complaints,
  }) => {
    const { email, session } = await guarded(product)
    await page.goto('/login')
    await page.getByLabel('Phone or email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByLabel('Code of your authenticator app')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'I have lost the app and the recovery codes' }).click()
    await expect(page.getByText('Customer service has been told')).toBeVisible()
    expect(await scrollsAside(page)).toBe(false)

    const first = await second(browser, product, complaints)
    await setUp(first, product, 'Rosalind')
    await open(first, 'Lost second factors')
    const row = await rowOf(first, email)
    await expect(row).toContainText('Asked')
    expect(await faultsOf(first)).toEqual([])
    await row.getByRole('button', { name: `Reset the second factor: ${email}` }).click()
    const dialog = first.getByRole('alertdialog')
    await dialog.getByLabel('Reason').fill('passport compared by video')
    await dialog.getByRole('button', { name: 'Reset the second factor' }).click()
    await expect(first.getByText('Asked. It stands under Approvals.')).toBeVisible()

    const other = await second(browser, product, complaints)
    await setUp(other, product, 'Barbara')
    await open(other, 'Approvals')
    await (await rowOf(other, 'Lost second factor')).getByRole('button').click()
    const asked = other.getByRole('dialog', { name: 'Lost second factor' })
    await expect(asked).toContainText('48')
    await asked.getByLabel('Reason for the decision').fill('called back on the known number')
    await asked.getByRole('button', { name: 'Approve' }).click()
    await expect(asked).toHaveCount(0)
    await open(other, 'Lost second factors')
    await expect(await rowOf(other, email)).toContainText('Waits for its owner’s no')

    // a recovery code or the app would end it: this session is from before
    const owner = await signedInBefore(browser, product, complaints, session)
    await owner.goto('/setting/security')
    const notice = owner.getByRole('region', { name: 'Your authenticator app is said to be lost' })
    await expect(notice).toContainText('It will be removed on')
    expect(await faultsOf(owner)).toEqual([])
    expect(await scrollsAside(owner)).toBe(false)
    await notice.getByRole('button', { name: 'This was not me' }).click()
    await expect(owner.getByText('It is stopped.')).toBeVisible()
    await expect(notice).toHaveCount(0)
    await other.getByRole('tab', { name: 'Ended' }).click()
    await expect(await rowOf(other, email)).toContainText('Refused by its owner')
  })
})

async function signedInBefore(
  browser: Browser,
  product: Product,
  complaints: Complaints,
  real: unknown,
): Promise<Page> {
  const value = JSON.stringify({ state: { mode: 'real', real, demo: null, locale: 'en' }, version: 1 })
  const origin = product.address
  const context = await browser.newContext({
    ...phone,
    serviceWorkers: 'block',
    baseURL: origin,
    storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'truemark.session', value }] }] },
  })
  context.on('page', (page) => complaints.watch(page))
  return context.newPage()
}

test.describe('what breaks in the app', () => {
  test.use({ ...phone })

  test('is counted at the desk by its group, without anything of a person, and marked as seen', async ({
    page,
    browser,
    product,
    complaints,
  }) => {
    complaints.allow(/broken for/)
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    for (const turn of [1, 2]) {
      const told = page.waitForResponse((response) => response.url().endsWith('/log_error'))
      await page.evaluate(() => {
        setTimeout(function price() {
          throw new TypeError('broken for ada@example.org')
        })
      })
      expect((await told).status(), String(turn)).toBe(200)
      // the same is told once in ten seconds: a page that is loaded anew has told nothing yet
      await page.reload()
      await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    }

    const desk = await second(browser, product, complaints)
    await setUp(desk, product, 'Grace')
    await open(desk, 'App errors')
    const row = await rowOf(desk, 'TypeError: broken for [mail]')
    await expect(row).toContainText('/login')
    await expect(row.getByRole('cell', { name: '2', exact: true })).toBeVisible()
    await row.getByRole('button').click()
    const sheet = desk.getByRole('dialog', { name: 'TypeError: broken for [mail]' })
    await expect(sheet).toContainText('Chrome')
    await expect(sheet).not.toContainText('ada@example.org')
    expect(await faultsOf(desk)).toEqual([])
    await sheet.getByRole('button', { name: 'Mark as seen' }).click()
    await expect(desk.getByText('Nothing has broken.')).toBeVisible()
  })
})

test.describe('a list of the desk', () => {
  test.use({ viewport: desktop })

  test('is saved as a file by its filters, which stands in the audit log', async ({ page, product }) => {
    people += 1
    const email = `listed${people}@example.org`
    await registerPerson(product, { email, password })
    await setUp(page, product, 'Ada')
    await open(page, 'Users')
    await page.getByLabel(/^Email, phone, or a number/).fill(email)
    await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(1)
    await expect(page.getByRole('row')).toHaveCount(2)
    expect(await faultsOf(page)).toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^users-\d{8}T\d{6}Z\.csv$/)
    const text = await readFile(await download.path(), 'utf8')
    const [head = '', ...rows] = text.trimEnd().split('\r\n')
    expect(head).toMatch(/^\uFEFFuid,email,phone,/)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain(`,${email},`)
    await expect(page.getByText(`Saved: ${download.suggestedFilename()}`)).toBeVisible()
    await open(page, 'Audit log')
    await (await rowOf(page, 'Saved a list as a file')).getByRole('button').click()
    const entry = page.getByRole('dialog', { name: 'Saved a list as a file' })
    await expect(entry).toContainText(email)
    await expect(entry).toContainText('rows')
  })

  test('is saved on a phone too', async ({ browser, product, complaints }) => {
    const context = await browser.newContext({ ...phone, baseURL: product.address })
    context.on('page', (other) => complaints.watch(other))
    const page = await context.newPage()
    await setUp(page, product, 'Bea')
    await open(page, 'Markets and fees')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^symbols-/)
    expect(await scrollsAside(page)).toBe(false)
    await context.close()
  })
})
