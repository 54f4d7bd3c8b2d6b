import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { call, listAt, valueAt } from '../client.ts'
import { faultsOf } from './sound.ts'
import { phone, scrollsAside, test } from './stage.ts'
import { makeHolder, nextCode, openReal, password } from './walletStage.ts'

test('a person bounds themselves: tighter at once, looser tomorrow, and a pause that nobody ends', async ({
  guest,
}) => {
  const page = await (await guest.open()).newPage()
  await page.goto('/setting/setpage')
  await page.getByRole('link', { name: 'Limits of your own' }).tap()
  const stake = page.getByRole('region', { name: 'One order' })
  await expect(stake).toContainText('No limit')
  const set = async (amount: string, says: string) => {
    await stake.getByRole('button', { name: 'Change: One order' }).tap()
    const sheet = page.getByRole('dialog', { name: 'One order' })
    await sheet.getByRole('textbox', { name: 'Limit' }).fill(amount)
    await expect(sheet).toContainText(says)
    expect(await faultsOf(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Set this limit' }).tap()
    await expect(sheet).toHaveCount(0)
  }
  await set('100', 'Holds at once.')
  await expect(stake).toContainText('100.00')
  await set('500', 'Looser than now: holds from')
  await expect(stake).toContainText('100.00')
  await expect(stake).toContainText('500 USDT from')
  const pause = page.getByRole('region', { name: 'Pause trading' })
  await pause.getByRole('button', { name: 'Pause', exact: true }).tap()
  const dialog = page.getByRole('alertdialog', { name: 'Pause for 24 hours?' })
  await expect(dialog).toContainText(
    /If you begin it now, it ends on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\sUTC\. It cannot be ended early, by you or by us\./,
  )
  await dialog.getByRole('button', { name: 'Pause', exact: true }).tap()
  await expect(pause).toContainText('New trades are paused until')
  expect(await scrollsAside(page)).toBe(false)
  await page.reload()
  await expect(pause.getByRole('button', { name: 'Pause longer' })).toBeVisible()
  await page.goto('/market/trade/coins/BTCUSDT')
  await page.getByRole('button', { name: 'Buy', exact: true }).tap()
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await ticket.getByText('Market', { exact: true }).tap()
  await ticket.getByRole('textbox', { name: 'Spend' }).fill('100')
  await ticket.getByRole('button', { name: 'Buy BTC for 100 USDT' }).tap()
  await page
    .getByRole('dialog', { name: 'Check your order' })
    .getByRole('button', { name: /^Buy BTC/ })
    .tap()
  await expect(page.getByText(/New trades are paused on this account/).first()).toBeVisible()
})

test('a person is signed out after a time of their own choice, which is loosened tomorrow', async ({
  browser,
  product,
  complaints,
}) => {
  const holder = await makeHolder(product, 'timely@example.org')
  const context = await openReal(browser, product, holder)
  context.on('page', (opened) => complaints.watch(opened))
  const page = await context.newPage()
  await page.goto('/setting/limits')
  const card = page.getByRole('region', { name: 'Time signed in' })
  await expect(card).toContainText('No limit')
  const sheet = page.getByRole('dialog', { name: 'Time signed in' })
  const set = async (choice: string, says: RegExp) => {
    await card.getByRole('button', { name: 'Change: Time signed in' }).tap()
    await sheet.getByText(choice, { exact: true }).tap()
    await expect(sheet).toContainText(says)
    expect(await faultsOf(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Set this limit' }).tap()
  }
  await set('30 minutes', /Holds at once: you will be signed out at .*\d:\d\d/)
  await expect(sheet).toHaveCount(0)
  await expect(card).toContainText('On this device you will be signed out at')
  await set('8 hours', /Looser than now: holds from/)
  await expect(card).toContainText(/30 minutes.*8 hours from/)
  expect(await scrollsAside(page)).toBe(false)
  await page.reload()
  await expect(card).toContainText(/30 minutes.*8 hours from/)
  // what is older than the choice ends at once, and the app goes to where one signs in
  await product.database().query(
    `UPDATE session SET signed_in_at = now() - interval '26 minutes'
       WHERE user_id = (SELECT id FROM app_user WHERE email = $1)`,
    [holder.email],
  )
  await page.reload()
  await expect(page.getByText(/You will be signed out at .* as you chose/)).toBeVisible()
  await set('15 minutes', /Holds at once: you will be signed out right away/)
  await expect(page).toHaveURL(/\/login/)
  await context.close()
})

test('a person takes a copy of their data along, and closes the account', async ({ browser, product, complaints }) => {
  const holder = await makeHolder(product, 'leaver@example.org')
  const context = await openReal(browser, product, holder, { size: phone.viewport })
  context.on('page', (opened) => complaints.watch(opened))
  const page = await context.newPage()
  await page.goto('/setting/your-data')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Make the copy' }).tap()
  const copy: unknown = JSON.parse(readFileSync(await (await saved).path(), 'utf8'))
  expect(valueAt(copy, 'account')).toBe('real')
  expect(valueAt(copy, 'user', 'account')).toBe('leaver@example.org')
  expect(listAt(copy, 'sessions').length).toBe(1)
  expect(valueAt(copy, 'session_limit', 'minutes')).toBe(null)
  expect(valueAt(copy, 'tickets')).toEqual([])
  expect(valueAt(copy, 'wallet_settings')).toEqual({ payee_hold: false })
  expect(valueAt(copy, 'agreement', 'agreed', 'lang')).toBe('en')
  expect([valueAt(copy, 'price_alerts'), valueAt(copy, 'push_devices')]).toEqual([[], []])
  // a pause of half a year asks who it is, and an account that is paused can still be closed
  await page.goto('/setting/limits')
  const pause = page.getByRole('region', { name: 'Pause trading' })
  await pause.getByRole('combobox', { name: 'For how long' }).click()
  await page.getByRole('option', { name: '180 days' }).click()
  await pause.getByRole('button', { name: 'Pause', exact: true }).tap()
  const asked = page.getByRole('dialog', { name: 'Pause for 180 days?' })
  await asked.getByRole('button', { name: 'Send a code' }).tap()
  await expect(asked.getByText(/New code in/)).toBeVisible()
  await asked.getByLabel('Password', { exact: true }).fill(password)
  await asked.getByRole('textbox', { name: 'Code', exact: true }).fill(await nextCode(product, holder))
  await asked.getByRole('button', { name: 'Pause', exact: true }).tap()
  await expect(pause).toContainText('New trades are paused until')
  await page.goto('/setting/your-data')
  await page.getByRole('button', { name: 'Close this account' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Close the account' })
  await sheet.getByRole('button', { name: 'Send a code' }).tap()
  await expect(sheet.getByText(/New code in/)).toBeVisible()
  await sheet.getByLabel('Password', { exact: true }).fill(password)
  await sheet.getByRole('textbox', { name: 'Code', exact: true }).fill(await nextCode(product, holder))
  await sheet.getByRole('button', { name: 'Close it for good' }).tap()
  await expect(page).toHaveURL(/\/login/)
  const again = await call(product.address, '/login', { method: 'POST', body: { account: holder.email, password } })
  expect(again.code).not.toBe(200)
  await context.close()
})
