import { type Page, expect } from '@playwright/test'
import { test } from './stage.ts'

async function look(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { value: next, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

test('after a hidden page the chart asks for all from its last sure candle on, over the real market’s socket', async ({
  guest,
}) => {
  const page = await (await guest.open()).newPage()
  await page.goto('/market/trade/coins/BTCUSDT')
  const isCatchUp = (url: string) => /\/datafeed\/history\?.*from=/.test(url)
  // One comes as the stream begins, for what happened between the history and it.
  const first = await page.waitForResponse((response) => isCatchUp(response.url()))
  const start = Number(new URL(first.url()).searchParams.get('from'))
  expect(start % 60_000).toBe(0)
  await page.waitForTimeout(1_000)
  await look(page, 'hidden')
  await page.waitForTimeout(2_000)
  const again = page.waitForResponse((response) => isCatchUp(response.url()), { timeout: 10_000 })
  await look(page, 'visible')
  const answer = await again
  expect(Number(new URL(answer.url()).searchParams.get('from'))).toBeGreaterThanOrEqual(start)
  const { data } = await answer.json()
  expect(data.length).toBeGreaterThan(0)
})
