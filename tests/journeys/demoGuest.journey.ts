import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { Reason } from '@truemark/protocol/errors'
import { call, fillOrder, textAt } from '../client.ts'
import type { Product } from '../product.ts'
import { phone, test } from './stage.ts'

test.use(phone)

for (const door of ['/testlogine', '/login']) {
  test(`the demo is one tap away from ${door}`, async ({ page }) => {
    await page.goto(door)
    await page.getByRole('button', { name: 'Try the demo' }).tap()
    await expect(page).toHaveURL(/\/home$/)
    await expect(page.getByRole('main')).toContainText('100,000.00')
    await expect(page.getByRole('button', { name: /Account: Demo/ })).toBeVisible()
  })
}

test('/testlogine opens a fresh account each time, /login the one of this device', async ({ page }) => {
  const uid = () =>
    page.evaluate(() => String(JSON.parse(localStorage.getItem('truemark.session') ?? '').state.demo.userInfo.uid))
  const enter = async (door: string) => {
    await page.goto(door)
    await page.getByRole('button', { name: 'Try the demo' }).tap()
    await expect(page).toHaveURL(/\/home$/)
    return uid()
  }
  const first = await enter('/testlogine')
  expect(await enter('/login')).toBe(first)
  expect(await enter('/testlogine')).not.toBe(first)
})

test('every screen with prices says that they are simulated and the money is not real', async ({ guest }) => {
  const page = await (await guest.open()).newPage()
  const screens = ['/home', '/market/trading', '/market/trade/coins/BTCUSDT', '/assetsInfo', '/coinAccount']
  for (const path of [...screens, '/coinContract', '/market/trade/currency_orders', '/setting/account-change']) {
    await page.goto(path)
    const strip = page.getByRole('status').filter({ hasText: 'Demo: the money is not real' })
    await expect(strip).toContainText('Simulated prices')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(strip, path).toBeInViewport()
  }
  await page.goto('/market/trade/coins/BTCUSDT')
  await expect(page.getByRole('region', { name: 'Chart' })).toContainText('Simulated')
  await page.getByRole('button', { name: 'Buy', exact: true }).tap()
  await expect(page.getByRole('dialog')).toContainText('Simulated')
})

/** What a demo account may not do, and its own sentence; no two neighbours have the same, so that none passes for the next. */
const blocked: readonly (readonly [path: string, block: Reason])[] = [
  ['/recharge/deposit', 'demo_no_deposit'],
  ['/withdrawal/cashout', 'demo_no_withdraw'],
  ['/recharge/receive-money?currency=USDT&network=TRC20', 'demo_no_deposit'],
  ['/withdrawal/add-wallet', 'demo_no_addresses'],
  ['/recharge/submit-voucher?currency=USDT&network=TRC20', 'demo_no_deposit'],
  ['/withdrawal/withdraw-records', 'demo_no_withdraw'],
  ['/recharge/recharge-records', 'demo_no_deposit'],
  ['/withdrawal/manage-bankcard', 'demo_no_cards'],
  ['/setting/crypto-address-management', 'demo_no_addresses'],
  ['/withdrawal/add-bankcard', 'demo_no_cards'],
  ['/lockming/records', 'demo_no_wealth'],
  ['/setting/authentication', 'demo_no_authentication'],
  ['/invest/my-finances', 'demo_no_wealth'],
  ['/setting/authentication/primary-certification', 'demo_no_authentication'],
  ['/ieo/ieo-record', 'demo_no_wealth'],
  ['/setting/authentication/advanced-certification', 'demo_no_authentication'],
  ['/setting/change-password', 'demo_no_password'],
  ['/setting/account-access', 'demo_no_security'],
  ['/setting/api-keys', 'demo_no_security'],
]

/** Where one would buy the examples of the demo, with what could pass for it between them. */
async function wealthOffers({ address }: Product, token: string): Promise<typeof blocked> {
  const first = async (path: string): Promise<string> => {
    let found = ''
    // the server lays its examples out once it knows the index of the day
    await expect
      .poll(async () => (found = textAt((await call(address, path, { token })).data, 'items', 0, 'product_id')))
      .not.toBe('')
    return found
  }
  return [
    [`/lockming/order?product=${await first('/mining/products')}`, 'demo_no_wealth'],
    ['/withdrawal/cashout', 'demo_no_withdraw'],
    [`/invest/purchase?product=${await first('/invest/products')}`, 'demo_no_wealth'],
  ]
}

for (const [locale, tag] of [
  ['en', 'en'],
  ['zh', 'zh-Hant'],
  ['fre', 'fr'],
] as const) {
  test(`a demo account is told on each screen why it is not for it, in ${tag}`, async ({ guest, product }) => {
    const texts: unknown = JSON.parse(
      readFileSync(new URL(`../../packages/locales/${tag}/errors.json`, import.meta.url), 'utf8'),
    )
    expect(new Set(blocked.map(([, block]) => textAt(texts, block))).size).toBe(8)
    const page = await (await guest.open({ locale })).newPage()
    await page.goto('/home')
    await expect(page.getByRole('main')).toContainText('100')
    for (const [path, block] of [...blocked, ...(await wealthOffers(product, guest.token))]) {
      // within the app, as a link leads there
      await page.evaluate((to) => {
        history.pushState({}, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
      await expect(page.getByRole('alert'), path).toHaveText(textAt(texts, block))
    }
  })
}

test('a demo account that has spent its money starts afresh once that is confirmed', async ({ guest, product }) => {
  const order = { symbol: 'BTCUSDT', side: 'buy', type: 'market', amount: '5000' }
  expect(textAt((await fillOrder(product.address, guest.token, order)).data, 'status')).toBe('filled')
  const page = await (await guest.open()).newPage()
  await page.goto('/coinAccount')
  await expect(page.getByRole('main')).toContainText(/Available95,0/)
  await page.goto('/home')
  await page.getByRole('button', { name: 'Reset demo' }).tap()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Cancel' }).tap()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Reset demo' }).tap()
  await dialog.getByRole('button', { name: 'Reset the demo', exact: true }).tap()
  await expect(page.getByText('The demo account is reset')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('100,000.00')
  const { data } = await call(product.address, '/account/assets', { token: guest.token })
  expect(textAt(data, 'total_value')).toBe('100000')
})
