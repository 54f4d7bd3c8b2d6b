import { type CDPSession, type Page, expect } from '@playwright/test'
import { call, placeOrder, textAt } from '../client.ts'
import { test } from './stage.ts'

const stepMs = 16

/** Draws one finger along a line, as fast as a hand does: the times are told, so that a slow machine does not hold it. */
async function drag(session: CDPSession, from: Point, to: Point): Promise<void> {
  const steps = 12
  const begin = Date.now() / 1000
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number, touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: begin + (step * stepMs) / 1000 })
  await send('touchStart', 0, [from])
  for (let step = 1; step <= steps; step += 1) {
    const along = step / steps
    await send('touchMove', step, [{ x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along }])
  }
  await send('touchEnd', steps + 1, [])
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Marks the page, so that a reload is seen. */
const markPage = (page: Page) => page.evaluate(() => document.body.setAttribute('data-kept', ''))
const isKept = async (page: Page) => (await page.locator('body[data-kept]').count()) > 0

async function chartCentre(page: Page): Promise<Point> {
  const box = await page.getByRole('region', { name: 'Chart' }).locator('canvas').first().boundingBox()
  if (box === null) throw new Error('the chart is not there')
  return { x: box.x + box.width / 3, y: box.y + box.height / 2 }
}

test('a finger that goes up or down on the chart moves the page, and never reloads it', async ({ guest }) => {
  const page = await (await guest.open()).newPage()
  await page.goto('/market/trade/coins/BTCUSDT')
  await expect(page.getByRole('region', { name: 'Chart' }).locator('canvas').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order book' }).getByRole('button').first()).toBeVisible()
  await markPage(page)
  const session = await page.context().newCDPSession(page)
  const centre = await chartCentre(page)
  await drag(session, centre, { x: centre.x, y: centre.y - 200 })
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(20)
  await page.evaluate(() => window.scrollTo(0, 0))
  await drag(session, centre, { x: centre.x, y: centre.y + 260 })
  await page.waitForTimeout(1_000)
  expect(await isKept(page)).toBe(true)
})

test('a finger takes the line of the order it is put on, though another lies beneath it, and never reloads the page', async ({
  guest,
  product,
}) => {
  const { data } = await call(product.address, '/market/BTCUSDT/book', { token: guest.token })
  const mark = Number(textAt(data, 'mark'))
  const limit = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', time_in_force: 'GTC' }
  for (const [share, quantity] of [
    [0.9925, '0.05'],
    [0.985, '0.07'],
  ] as const) {
    const order = { ...limit, price: (mark * share).toFixed(1), quantity }
    expect((await placeOrder(product.address, guest.token, order)).code).toBe(200)
  }
  const page = await (await guest.open()).newPage()
  await page.goto('/market/trade/coins/BTCUSDT')
  // so far off that no minute's move fills them; what is left free below months of the past reaches there
  await page.getByRole('group', { name: 'Interval' }).getByRole('button', { name: '1D' }).click()
  const line = page.getByRole('slider', { name: 'Price of Buy 0.05' })
  await expect(line).toBeAttached()
  await expect(page.getByRole('slider', { name: 'Price of Buy 0.07' })).toBeAttached()
  await markPage(page)
  const session = await page.context().newCDPSession(page)
  const box = (await line.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 - 4 }
  await drag(session, from, { x: from.x, y: from.y + 160 })
  const sheet = page.getByRole('dialog', { name: /Change order · BTC\/USDT/ })
  await expect(sheet).toContainText('0.05 BTC')
  expect(Number(await sheet.getByLabel('Price').inputValue())).toBeLessThan(mark * 0.9925)
  await page.waitForTimeout(1_000)
  await expect(sheet).toBeVisible()
  expect(await isKept(page)).toBe(true)
})

test('a pull from the top of the page reloads it', async ({ guest }) => {
  const page = await (await guest.open()).newPage()
  await page.goto('/home')
  await expect(page.getByRole('main')).toContainText('100,000.00')
  await markPage(page)
  const session = await page.context().newCDPSession(page)
  await drag(session, { x: 60, y: 300 }, { x: 60, y: 380 })
  await page.waitForTimeout(700)
  expect(await isKept(page)).toBe(true)
  await drag(session, { x: 60, y: 300 }, { x: 60, y: 460 })
  await expect.poll(() => isKept(page)).toBe(false)
  await expect(page.getByRole('main')).toContainText('100,000.00')
})
