import { type Page, expect } from '@playwright/test'
import { call, fillOrder, newKey, textAt } from '../client.ts'
import type { Product } from '../product.ts'
import { makeOperator } from './realStage.ts'
import { test } from './stage.ts'

const symbol = 'BTCUSDT'

async function setTerms(
  { address }: Product,
  operator: string,
  change: Readonly<Record<string, string>>,
): Promise<void> {
  const body = { ...change, reason: 'journey' }
  const { code, message } = await call(address, `/desk/derivatives/${symbol}`, {
    method: 'PATCH',
    token: operator,
    body,
  })
  expect(code, message).toBe(200)
}

async function fund({ address }: Product, token: string): Promise<void> {
  const body = { from: 'coin', to: 'contract', currency: 'USDT', amount: '50000' }
  expect((await call(address, '/account/transfers', { method: 'POST', token, body, key: newKey() })).code).toBe(200)
}

async function openForm(page: Page): Promise<void> {
  await page.goto(`/market/trade/contract/${symbol}`)
  await page.getByRole('button', { name: 'Buy (long)', exact: true }).first().click()
}

test('a form says before its button what would be refused: a cap, and a pause of new leverage', async ({
  guest,
  product,
}) => {
  const operator = await makeOperator(product, 'administrator', 'Foresight')
  await fund(product, guest.token)
  await setTerms(product, operator, { open_interest_max: '1000' })
  const context = await guest.open()
  const page = await context.newPage()
  await openForm(page)
  const form = page.getByRole('dialog')
  await form.getByLabel('Lots', { exact: true }).fill('1')
  await expect(form.getByText(/open interest|all together|1,000/i).first()).toBeVisible()
  await expect(form.getByRole('button', { name: /^Buy 1 lot/ })).toBeDisabled()
  await setTerms(product, operator, { open_interest_max: '50000000', insurance_floor: '900000000' })
  await openForm(page)
  const paused = 'insurance fund'
  await expect(page.getByText(new RegExp(paused)).first()).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Buy/ }).last()).toBeDisabled()
  await setTerms(product, operator, { insurance_floor: '0' })
  await context.close()
})

test('a form says before its button that a position elsewhere cannot be valued', async ({ guest, product }) => {
  const operator = await makeOperator(product, 'administrator', 'Foresight two')
  const { address } = product
  const { token } = guest
  await fund(product, token)
  const placed = await fillOrder(address, token, {
    path: '/perpetual/orders',
    symbol: 'ETHUSDT',
    side: 'buy',
    type: 'market',
    lots: '0.1',
  })
  expect(placed.code).toBe(200)
  const halt = (to: string) => {
    const body = { halt: to, ground: 'technical_fault', reason: 'journey' }
    return call(address, '/desk/symbols/ETHUSDT/halt', { method: 'PUT', token: operator, body })
  }
  const halted = await halt('halted')
  expect(halted.code, halted.message).toBe(200)
  const context = await guest.open()
  const page = await context.newPage()
  await openForm(page)
  await expect(page.getByText('The price of ETHUSDT cannot decide').first()).toBeVisible()
  const form = page.getByRole('dialog')
  await form.getByLabel('Lots', { exact: true }).fill('1')
  await expect(form.getByRole('button', { name: /^Buy 1 lot/ })).toBeDisabled()
  const body = { symbol, side: 'buy', type: 'market', lots: '1', multiple: 10 }
  const refused = await call(address, '/contract/orders', { method: 'POST', token, body, key: newKey() })
  expect(textAt(refused.data, 'reason')).toBe('position_undecided')
  // what it can be valued at again, the form hears without being opened anew
  expect((await halt('trading')).code).toBe(200)
  await expect(form.getByRole('button', { name: /^Buy 1 lot/ })).toBeEnabled()
  await context.close()
})
