import { expect } from '@playwright/test'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { type Program, byHmac, heardBy } from '../../apps/server/src/testing/program.ts'
import { call, listAt, textAt } from '../client.ts'
import { faultsOf } from './sound.ts'
import { phone, scrollsAside, test } from './stage.ts'
import { makeHolder, nextCode, openReal, password } from './walletStage.ts'

const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9000', quantity: '0.001' }

test('a person makes an API key, a program trades by it, and is refused once it is revoked', async ({
  browser,
  product,
  complaints,
}) => {
  const holder = await makeHolder(product, 'programmer@example.org')
  const context = await openReal(browser, product, holder, { size: phone.viewport })
  context.on('page', (opened) => complaints.watch(opened))
  const page = await context.newPage()
  await page.goto('/setting/security')
  await page.getByRole('link', { name: /API keys/ }).tap()
  await expect(page.getByText('No API keys yet')).toBeVisible()
  await page.getByRole('button', { name: 'Make an API key' }).tap()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Make an API key' }).tap()
  await expect(sheet.getByText('Enter a name')).toBeVisible()
  await sheet.getByLabel('Name', { exact: true }).fill('Grid bot')
  await sheet.getByText('Demo', { exact: true }).tap()
  await sheet.getByText('Read and trade', { exact: true }).tap()
  await expect(sheet.getByText('Without addresses, whoever has the key can trade from anywhere.')).toBeVisible()
  await sheet.getByLabel('Works only from').fill('127.0.0.0/8, ::1')
  expect(await faultsOf(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Send a code' }).tap()
  await expect(sheet.getByText(/New code in/)).toBeVisible()
  await sheet.getByLabel('Password', { exact: true }).fill(password)
  await sheet.getByRole('textbox', { name: 'Code', exact: true }).fill(await nextCode(product, holder))
  await sheet.getByRole('button', { name: 'Make an API key' }).tap()
  await expect(sheet.getByText('The secret is shown now and never again.', { exact: false })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  expect(await scrollsAside(page)).toBe(false)
  const shown = await sheet.locator('.select-all').allTextContents()
  const program: Program = byHmac(shown[0] ?? '', shown[1] ?? '')
  await sheet.getByRole('button', { name: 'I have kept it' }).tap()
  const card = page.getByRole('listitem', { name: 'Grid bot' })
  await expect(card).toContainText('Not used yet')
  await expect(card).toContainText('Works only from 127.0.0.0/8, ::1')
  await expect(page.getByText(shown[1] ?? '')).toHaveCount(0)

  const server = { port: Number(new URL(product.address).port) }
  const coin = { params: { kind: 'coin' } }
  expect(await heardBy(server, program, accountRoutes.accountOne, coin)).toBeNull()
  expect(await heardBy(server, program, spotRoutes.spotOrderPlace, { body: order })).toBeNull()
  expect(await heardBy(server, program, accountRoutes.transferMake, { body: {} })).toBe('api_app_only')
  const demo = await call(product.address, '/simulation/login', { method: 'POST', token: holder.token, body: {} })
  const token = textAt(demo.data, 'token')
  const open = await call(product.address, '/spot/orders?status=open', { token })
  expect(listAt(open.data, 'items')).toHaveLength(1)
  await page.reload()
  await expect(card).toContainText(/Last used .*, from (127\.0\.0\.1|0:0:0:0::\/64)/)
  expect(await faultsOf(page)).toEqual([])

  await card.getByRole('button', { name: 'Revoke Grid bot' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).tap()
  await expect(page.getByText('No API keys yet')).toBeVisible()
  expect(await heardBy(server, program, accountRoutes.accountOne, coin)).toBe('api_key_wrong')
  await context.close()
})
