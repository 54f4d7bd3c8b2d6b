import { expect } from '@playwright/test'
import { call, listAt, newKey, textAt } from '../client.ts'
import { phone, test } from './stage.ts'

test.use(phone)

test('an order is not carried out in another margin mode or multiple than it was shown in', async ({
  guest,
  product,
  complaints,
}) => {
  complaints.allow(/Failed to load/i)
  const { address } = product
  const { token } = guest
  const moved = { from: 'coin', to: 'contract', currency: 'USDT', amount: '20000' }
  await call(address, '/account/transfers', { method: 'POST', token, body: moved, key: newKey() })
  const page = await (await guest.open()).newPage()
  await page.goto('/market/trade/eternal_contract/BTCUSDT')
  await page.getByRole('button', { name: 'Buy (long)' }).tap()
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await ticket.getByRole('textbox', { name: 'Lots' }).fill('1')
  await ticket.getByRole('button', { name: /^Buy 1 lot/ }).tap()
  const check = page.getByRole('dialog', { name: 'Check your order' })
  await expect(check).toContainText('10× long')
  const body = { mode: 'isolated', multiple: 100 }
  const set = await call(address, '/perpetual/BTCUSDT/settings', { method: 'PUT', token, body, key: newKey() })
  expect(set.code).toBe(200)
  await check.getByRole('button', { name: /^Buy 1 lot.*10×/ }).tap()
  await expect(check.getByRole('alert')).toContainText('The margin mode or the multiple of this market has changed')
  await expect(check).toContainText('100× long')
  await expect(check).toContainText('Isolated')
  const open = async () => listAt((await call(address, '/perpetual/positions?status=open', { token })).data, 'items')
  expect(await open()).toEqual([])
  await check.getByRole('button', { name: /^Buy 1 lot.*100×/ }).tap()
  await expect(check).toBeHidden()
  expect((await open()).map((one) => [textAt(one, 'mode'), textAt(one, 'lots')])).toEqual([['isolated', '1']])
})

test('an order that was changed elsewhere is changed to what its sheet shows, which says so', async ({
  guest,
  product,
}) => {
  const { address } = product
  const { token } = guest
  const order = {
    symbol: 'BTCUSDT',
    side: 'buy',
    type: 'limit',
    time_in_force: 'GTC',
    price: '40000',
    quantity: '0.01',
  }
  const placed = await call(address, '/spot/orders', { method: 'POST', token, key: newKey(), body: order })
  const path = `/spot/orders/${textAt(placed.data, 'order_id')}`
  const page = await (await guest.open()).newPage()
  await page.goto('/market/trade/currency_orders')
  await page.getByRole('button', { name: 'Change' }).first().tap()
  const sheet = page.getByRole('dialog', { name: /Change order/ })
  const price = sheet.getByRole('textbox', { name: 'Price' })
  await expect(price).toHaveValue('40000')
  const other = await call(address, path, { method: 'PATCH', token, key: newKey(), body: { price: '42000' } })
  expect(other.code).toBe(200)
  await expect(sheet.getByRole('alert')).toContainText('changed elsewhere')
  await sheet.getByRole('textbox', { name: 'Quantity' }).fill('0.02')
  await sheet.getByRole('button', { name: 'Change', exact: true }).tap()
  await expect(sheet).toBeHidden()
  const { data } = await call(address, '/spot/orders?status=open', { token })
  expect(listAt(data, 'items').map((one) => [textAt(one, 'price'), textAt(one, 'quantity')])).toEqual([
    ['40000', '0.02'],
  ])
})

test('the second tap on what has gone does not agree to what has come in its place', async ({ guest, product }) => {
  const page = await (await guest.open()).newPage()
  await page.goto('/fund/transfer')
  await page.getByRole('textbox', { name: 'Amount to give' }).fill('1000')
  await page.getByRole('button', { name: 'Get a quote' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Your quote' })
  const again = sheet.getByRole('button', { name: 'Get a new quote' })
  const exchanges = async () =>
    listAt((await call(product.address, '/exchange/orders', { token: guest.token })).data, 'items').length
  for (const gap of [250, 400]) {
    await expect(again).toBeEnabled({ timeout: 30_000 })
    const box = await again.boundingBox()
    if (box === null) throw new Error('the button has no place')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.touchscreen.tap(x, y)
    await page.waitForTimeout(gap)
    await page.touchscreen.tap(x, y)
    await page.waitForTimeout(1_500)
    expect(await exchanges()).toBe(0)
  }
  await expect(again).toBeEnabled({ timeout: 30_000 })
  await again.tap()
  await sheet.getByRole('button', { name: /^Exchange/ }).tap()
  await expect(sheet).toBeHidden()
  expect(await exchanges()).toBe(1)
})

test('a part of the account that cannot be had takes no other down, and comes by itself once it can', async ({
  guest,
  complaints,
}) => {
  complaints.allow(/500/)
  const page = await (await guest.open()).newPage()
  const failing = { status: 500, contentType: 'application/json', body: '{"code":500,"data":null,"message":"x"}' }
  await page.route(/\/spot\/orders\?/, (route) => route.fulfill(failing))
  await page.route(/\/account\/assets/, (route) => route.fulfill(failing))
  await page.goto('/assetsInfo')
  const main = page.getByRole('main')
  await expect(main).toContainText('This could not be loaded')
  await page.unroute(/\/account\/assets/)
  await expect(main).toContainText('100,000.00', { timeout: 30_000 })
  await expect(main).not.toContainText('This could not be loaded')
})
