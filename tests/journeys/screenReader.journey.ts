import { join } from 'node:path'
import { type Page, expect } from '@playwright/test'
import { startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { personPassword } from '../../apps/server/src/testing/people.ts'
import { bringIn, openWallet, person, proof, saveAddress } from '../../apps/server/src/wallet/testing/walletRun.ts'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { call, newKey, placeOrder, textAt } from '../client.ts'
import { codeFor, registerPerson } from '../person.ts'
import { authenticatorCode } from './authenticator.ts'
import { headings, listen, type Ear } from './byEar.ts'
import { faultsOf } from './sound.ts'
import { phone, test } from './stage.ts'

const appsFolder = process.env['APPS_FOLDER'] ?? join(import.meta.dirname, '../../apps')
const password = 'violet-harbour-27'

/** How long a market that moves twenty times a second must not be heard. */
const quietMs = 3_000

/** Nothing that moves by itself is read out. */
async function isQuiet({ page, told }: Ear): Promise<void> {
  await told()
  await page.waitForTimeout(quietMs)
  expect(await told()).toEqual([])
}

async function inOrder(page: Page): Promise<void> {
  await expect.poll(async () => (await headings(page)).list.length).toBeGreaterThan(0)
  expect((await headings(page)).gaps).toEqual([])
}

test('a spot order is placed, changed and cancelled by ear, on a phone', async ({ guest, product }) => {
  test.setTimeout(180_000)
  const other = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '40000', quantity: '0.02' }
  await placeOrder(product.address, guest.token, other)
  const page = await (await guest.open()).newPage()
  const ear = await listen(page)
  await page.goto('/home')
  await inOrder(page)
  await ear.press(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Trade' }))
  const heading = await ear.comesTo('heading', /^BTC\/USDT/)
  expect(heading.states).toContain('level: 1')
  await expect(page).toHaveTitle('BTCUSDT · Spot – Truemark')
  await expect(page.getByRole('navigation', { name: 'Main menu' }).locator('[aria-current="page"]')).toHaveText('Trade')

  await readsMarket(ear)
  await placesOne(ear)
  await changesOne(ear)
  await cancelsAll(ear)
})

/** The book, the trades and the chart say what they show, and say nothing by themselves. */
async function readsMarket(ear: Ear): Promise<void> {
  const { page } = ear
  const book = page.getByRole('region', { name: 'Order book' })
  const bids = book.getByRole('list', { name: 'Bids' })
  const best = bids.getByRole('button', { name: /^Price [\d,]+\.\d, Quantity [\d.]+$/ }).first()
  await expect(best).toBeVisible()
  await expect(book.getByRole('list', { name: 'Asks' }).getByRole('button').first()).toBeVisible()
  await isQuiet(ear)
  // one row after another is read; the one that is, is not read anew with each move
  await page.getByRole('tab', { name: 'Order book' }).focus()
  await page.keyboard.press('Tab')
  const row = await ear.comesTo('button', /^Price /)
  await page.waitForTimeout(quietMs)
  expect(await ear.focus()).toEqual(row)
  await expect(page.getByRole('figure', { name: /^BTC\/USDT.*last [\d,]+\.\d/ })).toBeAttached()
  await ear.press(page.getByRole('tab', { name: 'Recent trades' }))
  await expect(page.getByRole('tab', { name: 'Recent trades' })).toHaveAttribute('aria-selected', 'true')
  const trades = page.getByRole('tabpanel', { name: 'Recent trades' }).getByRole('table')
  await expect(trades.getByRole('columnheader')).toHaveText(['Price', 'Quantity', 'Time'])
  await expect(trades.getByRole('row').nth(1)).toContainText(/^(Buy|Sell) /)
  await isQuiet(ear)
}

/** What is typed is judged at its field, the sheet says what will happen, and what came of it is told. */
async function placesOne(ear: Ear): Promise<void> {
  const { page } = ear
  await ear.press(page.getByRole('button', { name: 'Buy', exact: true }))
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await expect(ticket.locator(':focus')).toBeAttached()
  await inOrder(page)
  await expect(ticket.getByRole('radio', { name: 'Buy' })).toBeChecked()
  const price = ticket.getByRole('textbox', { name: 'Price' })
  await price.fill('0')
  await ear.hears('Price must be greater than zero')
  await price.focus()
  const wrong = await ear.focus()
  expect(wrong.description).toMatch(/^USDT .*must be greater than zero/)
  expect(wrong.states).toContain('invalid: true')
  await price.fill('50000')
  expect(await ear.focus()).toMatchObject({ name: 'Price', description: 'USDT', value: '50000' })
  const quantity = ticket.getByRole('textbox', { name: 'Quantity' })
  await quantity.fill('0.01')
  expect(await ear.focus()).toMatchObject({ name: 'Quantity', description: 'BTC' })
  await ticket.getByRole('slider', { name: 'Share of what is available' }).focus()
  expect((await ear.focus()).role).toBe('slider')
  await isQuiet(ear)

  const review = ticket.getByRole('button', { name: 'Buy 0.01 BTC' })
  await ear.press(review)
  const check = page.getByRole('dialog', { name: 'Check your order' })
  await expect(check).toHaveAccessibleDescription('Buy 0.01 BTC at 50,000 USDT or lower.')
  await expect(check.locator(':focus')).toBeAttached()
  await inOrder(page)
  // who thinks better of it is back at what led there
  await page.keyboard.press('Escape')
  await ear.comesTo('button', 'Buy 0.01 BTC')
  await ear.press(review)
  await ear.press(check.getByRole('button', { name: 'Buy 0.01 BTC' }))
  await ear.hears('Order created')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await ear.comesTo('button', 'Buy')
}

/** A change that is refused says so where one is; one that is made is told, and leads back to its button. */
async function changesOne(ear: Ear): Promise<void> {
  const { page } = ear
  await ear.press(page.getByRole('tab', { name: 'Open orders' }))
  const panel = page.getByRole('tabpanel', { name: /^Open orders/ })
  const change = panel.getByRole('listitem').filter({ hasText: '50,000' }).getByRole('button', { name: 'Change' })
  await expect(change).toHaveAccessibleDescription(/BTC\s*\/USDT\s*Buy · Limit/)
  await ear.press(change)
  const sheet = page.getByRole('dialog', { name: 'Change order · BTC/USDT' })
  const submit = sheet.getByRole('button', { name: 'Change' })
  await expect(submit).toBeDisabled()
  await sheet.getByRole('textbox', { name: 'Quantity' }).fill('5')
  await ear.press(submit)
  await ear.hears(/balance/i)
  await ear.comesTo('button', 'Change')
  await expect(sheet).toBeVisible()
  await sheet.getByRole('textbox', { name: 'Quantity' }).fill('0.02')
  expect(await ear.focus()).toMatchObject({ description: 'BTC Was 0.01 BTC' })
  await ear.press(submit)
  await ear.hears('Order changed')
  await expect(sheet).toHaveCount(0)
  await ear.comesTo('button', 'Change')
}

/** A row that goes leaves the focus on the next one; the last leaves it on the list that is empty now. */
async function cancelsAll(ear: Ear): Promise<void> {
  const { page } = ear
  const panel = page.getByRole('tabpanel', { name: /^Open orders/ })
  const rows = panel.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const cancel = rows.first().getByRole('button', { name: 'Cancel order' })
  await ear.press(cancel)
  await ear.hears('Order cancelled')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toBeFocused()
  await ear.press(rows.first().getByRole('button', { name: 'Cancel order' }))
  await ear.hears('Order cancelled')
  await ear.comesTo('tabpanel', 'Open orders')
  expect(await faultsOf(page)).toEqual([])
}

test('a contract is opened and closed by ear, at a desk', async ({ guest, product, complaints }) => {
  test.setTimeout(180_000)
  const { token } = guest
  const from = { from: 'coin', to: 'contract', currency: 'USDT', amount: '20000' }
  await call(product.address, '/account/transfers', { method: 'POST', token, body: from, key: newKey() })
  const page = await (await guest.open({ size: { width: 1440, height: 900 } })).newPage()
  const ear = await listen(page)
  await page.goto('/market/trade/contract/BTCUSDT')
  await inOrder(page)
  const lots = page.getByRole('textbox', { name: 'Lots' })
  await lots.fill('0.1')
  await page.getByRole('radio', { name: 'Market' }).focus()
  await page.keyboard.press('Space')
  const review = page.getByRole('button', { name: 'Buy 0.1 lots, long 10×' })
  await ear.press(review)
  const check = page.getByRole('dialog', { name: 'Check your order' })
  await expect(check).toHaveAccessibleDescription('Open a 10× long of 0.1 lots of BTC/USDT at the market price.')
  await expect(check.locator(':focus')).toBeAttached()
  await isQuiet(ear)
  complaints.allow(/answer 4\d\d: .*\/orders|status of 4\d\d/)
  await ear.press(check.getByRole('button', { name: 'Buy 0.1 lots, long 10×' }))
  await ear.hears('Position opened')
  await expect(check).toHaveCount(0)
  // the form is empty again, and its button shut
  await ear.comesTo('region', 'Order')
  await isQuiet(ear)

  const row = page.getByRole('tabpanel', { name: /^Positions/ }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  const close = row.getByRole('button', { name: 'Close: BTCUSDT Long' })
  await ear.press(close)
  const sheet = page.getByRole('dialog')
  await expect(sheet.locator(':focus')).toBeAttached()
  await inOrder(page)
  await page.keyboard.press('Escape')
  await expect(close).toBeFocused()
  expect(await faultsOf(page)).toEqual([])
})

test('a withdrawal is asked for, proven and taken back by ear', async ({ browser }) => {
  test.setTimeout(120_000)
  const live = await startLiveServer({ appsFolder })
  try {
    await openWallet(live)
    const who = await person(live)
    await bringIn(live, who, '900')
    await saveAddress(live, who)
    const answer = await live.ok(identityRoutes.login, { body: { account: who.email, password: personPassword } })
    const origin = `http://127.0.0.1:${live.port}`
    const value = JSON.stringify({ state: { mode: 'real', real: answer, demo: null, locale: 'en' }, version: 1 })
    const storage = { cookies: [], origins: [{ origin, localStorage: [{ name: 'truemark.session', value }] }] }
    const context = await browser.newContext({ ...phone, baseURL: origin, storageState: storage })
    const ear = await listen(await context.newPage())
    await ear.page.goto('/assetsInfo')
    await asksForPayout(ear)
    const { verify_code: code } = await proof(live, who)
    await proves(ear, code)
    await takesBack(ear)
    await context.close()
  } finally {
    await live.stop()
  }
})

async function asksForPayout(ear: Ear): Promise<void> {
  const { page } = ear
  await ear.press(page.getByRole('main').getByRole('link', { name: 'Withdraw' }).first())
  const heading = await ear.comesTo('heading', 'Withdraw')
  expect(heading.states).toContain('level: 1')
  await expect(page).toHaveTitle('Withdraw – Truemark')
  await inOrder(page)
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await ear.press(page.getByRole('button', { name: 'Continue' }))
  // the first that is wrong is gone to, and says what is wrong
  const wrong = await ear.comesTo('combobox', /^Wallet address/)
  expect(wrong.description).toContain('Please select a wallet address')
  expect(wrong.states).toContain('invalid: true')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await ear.comesTo('combobox', /^Wallet address/)
  await amount.fill('100')
  expect((await ear.focus()).description).toMatch(/^USDT /)
  await ear.press(page.getByRole('button', { name: 'Continue' }))
  const sheet = page.getByRole('dialog', { name: 'Check your withdrawal' })
  await expect(sheet.locator(':focus')).toBeAttached()
  await inOrder(page)
  await page.keyboard.press('Escape')
  await ear.comesTo('button', 'Continue')
  await ear.press(page.getByRole('button', { name: 'Continue' }))
}

async function proves(ear: Ear, code: string): Promise<void> {
  const { page } = ear
  const sheet = page.getByRole('dialog', { name: 'Check your withdrawal' })
  const submit = sheet.getByRole('button', { name: 'Withdraw 100 USDT' })
  await ear.press(submit)
  const missing = await ear.comesTo('textbox', 'Password')
  expect(missing.description).toContain('Enter your password')
  expect(missing.states).toContain('invalid: true')
  const field = sheet.getByRole('textbox', { name: 'Code' })
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(sheet.getByLabel('Password', { exact: true })).toHaveAttribute('autocomplete', 'current-password')
  await sheet.getByLabel('Password', { exact: true }).fill('another-password')
  await field.fill(code)
  await ear.press(submit)
  await ear.hears('Password error')
  await sheet.getByLabel('Password', { exact: true }).fill(personPassword)
  await ear.press(submit)
  await ear.hears('Submission successful, awaiting review')
  await ear.comesTo('heading', 'Withdrawals')
  await expect(page).toHaveTitle('Withdrawals – Truemark')
}

/** What waits says that it does; once it is taken back, the focus is on what it has become. */
async function takesBack(ear: Ear): Promise<void> {
  const { page } = ear
  const request = page.getByRole('main').getByRole('listitem')
  await expect(request).toContainText('In review')
  await inOrder(page)
  await ear.press(request.getByRole('button', { name: 'Cancel' }))
  const dialog = page.getByRole('alertdialog', { name: /./ })
  await expect(dialog).toHaveAccessibleDescription(/100 USDT will be available again at once/)
  await ear.press(dialog.getByRole('button', { name: 'Cancel', exact: true }))
  await ear.hears(/cancel/i)
  await expect(request).toContainText('Cancelled')
  await expect(request).toBeFocused()
  expect(await faultsOf(page)).toEqual([])
}

test('one logs in by ear, with a second factor, and hears why not', async ({ page, product, complaints }) => {
  test.setTimeout(120_000)
  const email = 'ear@example.org'
  await registerPerson(product, { email, password })
  const secret = await secondFactor(product, email)
  complaints.allow(/answer 4\d\d: .*\/login|status of 4\d\d/)
  const ear = await listen(page)
  await page.goto('/login')
  await expect(page).toHaveTitle('Log in – Truemark')
  await inOrder(page)
  const submit = page.getByRole('button', { name: 'Log in', exact: true })
  await ear.press(submit)
  const account = await ear.comesTo('textbox', 'Phone or email')
  expect(account.states).toContain('invalid: true')
  expect(account.description).not.toBe('')
  await page.keyboard.insertText(email)
  const field = page.getByLabel('Password', { exact: true })
  await field.focus()
  await page.keyboard.insertText('another-password')
  await page.keyboard.press('Enter')
  await ear.hears(/password/i)
  await field.fill(password)
  await page.keyboard.press('Enter')
  // what is asked for now is where one is, with what it is
  const code = await ear.comesTo('textbox', /authenticator/i)
  expect(code.description).not.toBe('')
  await page.keyboard.insertText('000000')
  await page.keyboard.press('Enter')
  await ear.hears(/code/i)
  await page.getByRole('textbox', { name: /authenticator/i }).fill(authenticatorCode(secret, Date.now()))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)
  await expect.poll(async () => (await ear.focus()).role).toBe('heading')
  await isQuiet(ear)
  expect(await faultsOf(page)).toEqual([])

  await ear.press(page.getByRole('link', { name: /^Notifications/ }).first())
  await ear.comesTo('heading', 'Notifications')
  await expect(page.getByRole('main').getByRole('list').first()).toBeVisible()
})

async function secondFactor(product: Parameters<typeof registerPerson>[0], email: string): Promise<string> {
  const signed = await call(product.address, '/login', { method: 'POST', body: { account: email, password } })
  const token = textAt(signed.data, 'token')
  await call(product.address, '/send_email', { method: 'POST', token, body: { type: 'confirm', email } })
  const begin = { password, verify_code: await codeFor(product, email, 'confirm'), totp: '' }
  const begun = await call(product.address, '/user/totp', { method: 'POST', token, body: begin })
  const secret = textAt(begun.data, 'secret')
  // the next of its codes is still good for the login
  const finish = { password, verify_code: '', totp: authenticatorCode(secret, Date.now() - 30_000) }
  expect((await call(product.address, '/user/totp', { method: 'POST', token, body: finish })).code).toBe(200)
  return secret
}
