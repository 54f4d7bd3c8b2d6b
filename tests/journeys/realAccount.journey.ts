import { expect, type Page } from '@playwright/test'
import { scrollsAside, test } from './stage.ts'
import { makeHolder, openReal } from './walletStage.ts'

const forms = [
  { path: '/market/trade/coins/BTCUSDT', open: 'Buy' },
  { path: '/market/trade/contract/BTCUSDT', open: 'Buy (long)' },
  { path: '/market/trade/eternal_contract/BTCUSDT', open: 'Buy (long)' },
  { path: '/market/trade/option/BTCUSDT', open: 'Up' },
]
const demoOnly = 'This installation is demo only'

/** A trade form says at its head that nothing real can be traded here, and its button is shut. */
async function seeBarred(page: Page, { path, open }: (typeof forms)[number]): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: open, exact: true }).first().click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(demoOnly)).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Switch to demo' })).toBeVisible()
  await expect(sheet.getByRole('button', { name: /^(Buy|Up)/ }).last()).toBeDisabled()
}

test('a real account reads at once why it cannot trade yet, and has deposit and withdrawal where its money is', async ({
  browser,
  product,
}) => {
  const holder = await makeHolder(product, 'real-account@example.org')
  const context = await openReal(browser, product, holder)
  const page = await context.newPage()
  await page.goto('/home')
  await expect(page.getByText(demoOnly)).toBeVisible()
  await page.goto('/assetsInfo')
  await expect(page.getByText(demoOnly)).toBeVisible()
  for (const name of ['Deposit', 'Withdraw']) await expect(page.getByRole('link', { name })).toBeVisible()
  expect(await scrollsAside(page)).toBe(false)
  await page.goto('/coinAccount')
  await page.getByRole('link', { name: 'Deposit' }).first().click()
  await expect(page).toHaveURL(/\/recharge\/deposit/)
  await expect(page.getByText('Real money is closed here for now')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'A mail server is set' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Switch to demo' })).toBeVisible()
  for (const form of forms) await seeBarred(page, form)
  await page.getByRole('button', { name: 'Switch to demo' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch to demo' }).click()
  await expect(page.getByText('This is the demo account')).toBeVisible()
  await expect(page.getByText(demoOnly)).toBeHidden()
  await context.close()
})
