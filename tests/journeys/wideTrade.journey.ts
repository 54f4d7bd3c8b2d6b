import { type Page, expect } from '@playwright/test'
import { call, placeOrder, textAt } from '../client.ts'
import { faultsOf } from './sound.ts'
import { test, type Visit } from './stage.ts'

const trade = '/market/trade/coins/BTCUSDT'

async function openWide(guest: Visit, locale = 'en'): Promise<Page> {
  const page = await (await guest.open({ size: { width: 1440, height: 900 }, locale })).newPage()
  await page.goto(trade)
  return page
}

test('a wide screen has twenty levels a side, gathered by steps, and a press takes a price', async ({
  guest,
  product,
}) => {
  const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '50000', quantity: '0.01' }
  await placeOrder(product.address, guest.token, order)
  const page = await openWide(guest)
  const book = page.getByRole('region', { name: 'Order book' })
  const [asks, bids] = [book.getByRole('list', { name: 'Asks' }), book.getByRole('list', { name: 'Bids' })]
  await expect(asks.getByRole('button')).toHaveCount(20)
  await expect(bids.getByRole('button')).toHaveCount(20)
  const price = page.getByRole('textbox', { name: 'Price' })
  const text = (await bids.getByRole('button').nth(2).getAttribute('aria-label')) ?? ''
  await bids.getByRole('button').nth(2).click()
  // the book moves meanwhile: what was pressed is a level, and of this side
  const best = Number(/Price ([\d,.]+\.\d)/.exec(text)?.[1]?.replaceAll(',', ''))
  await expect.poll(async () => Math.abs(Number(await price.inputValue()) - best)).toBeLessThan(best / 100)
  // the arrows go outwards from the spread, and what lies up to there is said
  await asks.getByRole('button').first().focus()
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ArrowUp')
  await expect(asks.getByRole('button').nth(4)).toBeFocused()
  await expect(book.getByText('Average price')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(async () => Number(await price.inputValue())).toBeGreaterThan(best)
  await book.getByRole('combobox', { name: 'Group prices by' }).selectOption({ label: '100' })
  await expect.poll(() => asks.getByRole('button').count()).toBeLessThan(20)
  expect(await faultsOf(page)).toEqual([])
  await page.reload()
  await expect.poll(() => asks.getByRole('button').count()).toBeLessThan(20)
})

test('the depth is a picture that keys and fingers read off', async ({ guest }) => {
  const page = await openWide(guest)
  await page.getByRole('button', { name: 'Depth' }).click()
  const depth = page.getByRole('slider', { name: 'Depth of the order book' })
  await depth.focus()
  await page.keyboard.press('End')
  await expect(depth).toHaveAttribute('aria-valuetext', /^Asks, [\d,.]+, [\d.]+ BTC, [\d,.]+ USDT$/)
  await page.keyboard.press('Home')
  await expect(depth).toHaveAttribute('aria-valuetext', /^Bids, /)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Depth' }).click()
  await expect(depth).toHaveCount(0)
})

test('the line of an open order is taken to another price, by a pointer or by keys, and its change asked for', async ({
  guest,
  product,
}) => {
  const { data } = await call(product.address, '/market/BTCUSDT/book', { token: guest.token })
  // so far off that no minute's move fills it; what is left free below months of the past reaches there
  const price = (Number(textAt(data, 'mark')) * 0.99).toFixed(1)
  const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', time_in_force: 'GTC', price, quantity: '0.05' }
  expect((await placeOrder(product.address, guest.token, order)).code).toBe(200)
  const page = await openWide(guest)
  await page.getByRole('group', { name: 'Interval' }).getByRole('button', { name: '1D' }).click()
  const line = page.getByRole('slider', { name: 'Price of Buy 0.05' })
  await expect(line).toHaveValue(String(Number(price)))
  const sheet = page.getByRole('dialog', { name: /Change order · BTC\/USDT/ })
  const field = sheet.getByLabel('Price')
  const box = (await line.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  // what is given up while it is held leaves the order as it was
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 40, { steps: 4 })
  await expect(page.getByText(/^→ /)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(line).toHaveValue(String(Number(price)))
  await expect(sheet).toHaveCount(0)
  // a hand that trembles beside its middle proposes nothing
  await page.mouse.move(x, y + 6)
  await page.mouse.down()
  await page.mouse.move(x + 1, y + 7)
  await page.mouse.up()
  await expect(field).toHaveValue(price.replace(/\.0$/, ''))
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 40, { steps: 4 })
  await page.mouse.up()
  await expect(sheet.getByText(/^Was /)).toBeVisible()
  expect(Number(await field.inputValue())).toBeLessThan(Number(price))
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(line).toHaveValue(String(Number(price)))
  await line.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  const next = (Number(price) - 1.1).toFixed(1).replace(/\.0$/, '')
  await expect(field).toHaveValue(next)
  expect(await faultsOf(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByText('Order changed')).toBeVisible()
  await expect(line).toHaveValue(next)
})

test('what one draws over the candles stays with the market, and goes and comes back at a press', async ({ guest }) => {
  const page = await openWide(guest)
  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  const tools = page.getByRole('toolbar', { name: 'Drawings' })
  await expect(tools.getByText('Choose a tool.')).toBeVisible()
  const chart = page.locator('figure')
  const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const press = async (across: number, down: number) => {
    await page.mouse.move(box.x + box.width * across, box.y + box.height * down, { steps: 3 })
    await page.mouse.down()
    await page.mouse.up()
  }
  await tools.getByRole('button', { name: 'Trend line' }).click()
  await press(0.2, 0.3)
  // two presses within half a second are one double press to the chart
  await page.waitForTimeout(700)
  await press(0.6, 0.5)
  await expect(tools.getByText('1 drawing, kept on this device')).toBeVisible()
  await tools.getByRole('button', { name: 'Rectangle' }).click()
  await page.keyboard.press('Escape')
  await expect(tools.getByText('1 drawing, kept on this device')).toBeVisible()
  // without a pointer a drawing comes whole
  await tools.getByRole('button', { name: 'Fibonacci retracement' }).focus()
  await page.keyboard.press('Enter')
  await expect(tools.getByText('2 drawings, kept on this device')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.reload()
  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  await expect(tools.getByText('2 drawings, kept on this device')).toBeVisible()
  await tools.getByRole('button', { name: 'Erase the chosen drawing, or the last' }).click()
  await expect(tools.getByText('1 drawing, kept on this device')).toBeVisible()
  await tools.getByRole('button', { name: 'Erase all drawings' }).click()
  await expect(tools.getByText('Choose a tool.')).toBeVisible()
  await page.getByRole('button', { name: 'Bring back' }).click()
  await expect(tools.getByText('1 drawing, kept on this device')).toBeVisible()
  await page.goto('/market/trade/coins/ETHUSDT')
  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  await expect(tools.getByText('Choose a tool.')).toBeVisible()
})

test('one fills and reviews an order by single keys, which mean nothing where one types, and can be switched off', async ({
  guest,
}) => {
  const page = await openWide(guest)
  await expect(page.getByRole('button', { name: /^Keyboard/ })).toBeVisible()
  const price = page.getByRole('textbox', { name: 'Price', exact: true })
  await expect(price).not.toHaveValue('')
  await page.keyboard.press('s')
  await expect(page.getByRole('radio', { name: 'Sell' })).toBeChecked()
  await page.keyboard.press('b')
  await expect(page.getByRole('radio', { name: 'Buy' })).toBeChecked()
  await page.keyboard.press('p')
  await expect(price).toBeFocused()
  await page.keyboard.type('80000')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('ArrowDown')
  await expect(price).toHaveValue('80000.9')
  // a letter that is typed is none of the keys
  await page.keyboard.type('s')
  await expect(page.getByRole('radio', { name: 'Buy' })).toBeChecked()
  await price.fill('80000')
  await page.keyboard.press('Escape')
  await page.keyboard.press('q')
  await page.keyboard.type('0.01')
  await page.keyboard.press('Enter')
  const review = page.getByRole('dialog', { name: 'Check your order' })
  await expect(review.getByText('Buy 0.01 BTC at 80,000 USDT or lower.')).toBeVisible()
  await page.keyboard.press('s')
  await page.keyboard.press('Escape')
  await expect(review).toHaveCount(0)
  await expect(page.getByRole('radio', { name: 'Buy' })).toBeChecked()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard' })
  await expect(sheet).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await sheet.getByRole('switch', { name: 'Use these keys' }).click()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('s')
  await page.goto('/setting/setpage')
  await expect(page.getByRole('switch', { name: 'Keyboard trading' })).not.toBeChecked()
  await page.goto(trade)
  await expect(page.getByRole('radio', { name: 'Buy' })).toBeChecked()
})
