import { type Page, expect } from '@playwright/test'
import { call, textAt } from '../client.ts'
import { faultsOf } from './sound.ts'
import { test } from './realStage.ts'
import { phone } from './stage.ts'
import { makeHolder, nextCode, openReal, openWallet, password, sharedXrp } from './walletStage.ts'

test.use(phone)

const theirs = 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv'

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('coins of a network with memos are sent to an address and a memo, and go to one; nothing is left to be guessed', async ({
  browser,
  product,
  complaints,
}) => {
  test.setTimeout(120_000)
  await openWallet(product)
  const holder = await makeHolder(product, 'memo@example.org')
  const context = await openReal(browser, product, holder)
  const page = await context.newPage()
  complaints.watch(page)
  await page.goto('/recharge/receive-money?currency=XRP&network=XRP Ledger')
  const warning = page.getByRole('region', { name: 'Address and memo, both' })
  await expect(warning).toContainText('the memo alone says that the coins are yours')
  await page.getByRole('button', { name: 'Copy the address' }).click()
  expect(await copied(page)).toBe(sharedXrp)
  const { data } = await call(product.address, '/address_token', {
    method: 'POST',
    token: holder.token,
    body: { currency: 'XRP', network: 'XRP Ledger' },
  })
  await expect(page.getByText(textAt(data, 'memo'), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Copy the memo' }).click()
  expect(await copied(page)).toBe(textAt(data, 'memo'))
  expect(await faultsOf(page)).toEqual([])

  await page.goto('/setting/crypto-address-management')
  await page.getByRole('link', { name: 'Add an address' }).click()
  await page.getByRole('combobox', { name: 'Currency' }).click()
  await page.getByRole('option', { name: 'XRP' }).click()
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(theirs)
  const save = page.getByRole('button', { name: 'Save the address' })
  await save.click()
  await expect(page.getByText('Enter the receiver’s memo or tag, or say that the receiver needs none')).toBeVisible()
  const memo = page.getByRole('textbox', { name: 'Memo or tag' })
  await memo.fill('4294967296')
  await expect(page.getByText('This is not a valid memo or tag of this network')).toBeVisible()
  await page.getByRole('switch', { name: 'The receiver needs no memo' }).click()
  await expect(memo).toBeDisabled()
  await page.getByRole('switch', { name: 'The receiver needs no memo' }).click()
  await memo.fill('7788')
  const sent = expect(page.getByText('Verification code sent!').first()).toBeVisible()
  await page.getByRole('button', { name: 'Send a code' }).click()
  await sent
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(await nextCode(product, holder))
  expect(await faultsOf(page)).toEqual([])
  const added = expect(page.getByText('Added successfully')).toBeVisible()
  await save.click()
  await added
  await expect(page.getByRole('main').getByRole('listitem')).toContainText('memo 7788')
  expect(await faultsOf(page)).toEqual([])
  await context.close()
})
