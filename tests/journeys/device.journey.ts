import { type Page, chromium, expect } from '@playwright/test'
import { test } from './stage.ts'

const dayMs = 86_400_000

for (const days of [-3, 30]) {
  test(`FC-73 a device whose clock is ${days} days wrong places orders`, async ({ guest }) => {
    const context = await guest.open()
    const page = await context.newPage()
    await page.clock.install({ time: Date.now() + days * dayMs })
    await page.goto('/market/trade/coins/BTCUSDT')
    await buy(page)
  })
}

test('FC-70 an order is placed where storage is full to the last byte', async ({ guest }) => {
  const context = await guest.open()
  await context.addInitScript(() => {
    if (location.protocol === 'about:') return
    for (const store of [localStorage, sessionStorage]) {
      let piece = 'x'.repeat(1 << 20)
      while (piece.length > 0) {
        try {
          store.setItem(`fill ${store.length}`, piece)
        } catch {
          piece = piece.slice(0, piece.length >> 1)
        }
      }
    }
  })
  const page = await context.newPage()
  await page.goto('/market/trade/coins/BTCUSDT')
  await buy(page)
})

test('FC-72 where all site data is blocked the login page comes, and the desk’s', async ({ product, complaints }) => {
  complaints.allow(/./)
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' })
  try {
    const page = await (await browser.newContext({ baseURL: product.address })).newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError')
          },
        })
      }
      Object.defineProperty(Navigator.prototype, 'serviceWorker', {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    await page.goto('/desk/')
    await expect(page.getByRole('textbox').first()).toBeVisible()
    expect(faults).toEqual([])
  } finally {
    await browser.close()
  }
})

async function buy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await ticket.getByRole('group', { name: 'Order type' }).getByText('Market', { exact: true }).click()
  await ticket.getByRole('textbox', { name: 'Spend' }).fill('100')
  await ticket.getByRole('button', { name: 'Buy BTC for 100 USDT' }).click()
  const sheet = page.getByRole('dialog', { name: 'Check your order' })
  const toast = expect(page.getByText('Order filled').first()).toBeVisible({ timeout: 20_000 })
  await sheet.getByRole('button', { name: 'Buy BTC for 100 USDT' }).click()
  await toast
}
