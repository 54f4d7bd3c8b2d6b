import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { call, listAt, valueAt } from '../client.ts'
import { AxeBuilder } from '@axe-core/playwright'
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
    expect((await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations.map(({ id }) => id)).toEqual([])
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
  await expect(dialog).toContainText('It cannot be ended early, by you or by us.')
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
  expect(listAt(copy, 'sessions', 'items').length).toBe(1)
  expect(valueAt(copy, 'tickets')).toEqual([])
  await page.getByRole('button', { name: 'Close this account' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Close the account' })
  await sheet.getByRole('button', { name: 'Send a code' }).tap()
  await sheet.getByLabel('Password', { exact: true }).fill(password)
  await sheet.getByRole('textbox', { name: 'Code', exact: true }).fill(await nextCode(product, holder))
  await sheet.getByRole('button', { name: 'Close it for good' }).tap()
  await expect(page).toHaveURL(/\/login/)
  const again = await call(product.address, '/login', { method: 'POST', body: { account: holder.email, password } })
  expect(again.code).not.toBe(200)
  await context.close()
})
