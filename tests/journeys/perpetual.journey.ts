import { type Page, expect } from '@playwright/test'
import { call, fillOrder, newKey, textAt } from '../client.ts'
import { faultsOf } from './sound.ts'
import { phone, scrollsAside, test } from './stage.ts'

test.use(phone)

const tradePath = '/market/trade/eternal_contract/BTCUSDT'

async function fund(address: string, token: string): Promise<void> {
  const body = { from: 'coin', to: 'contract', currency: 'USDT', amount: '20000' }
  expect((await call(address, '/account/transfers', { method: 'POST', token, body, key: newKey() })).code).toBe(200)
}

async function trade(address: string, token: string, over: Readonly<Record<string, unknown>>): Promise<unknown> {
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '0.5', ...over }
  const answer = await fillOrder(address, token, { path: '/perpetual/orders', ...body })
  expect(answer.code).toBe(200)
  return answer.data
}

async function told(page: Page, text: string | RegExp, act: () => Promise<void>): Promise<void> {
  const toast = expect(page.getByText(text).first()).toBeVisible({ timeout: 20_000 })
  await act()
  await toast
}

test('a person sets a market, opens, turns to reducing, and closes; mode and multiple are fixed meanwhile', async ({
  guest,
  product,
}) => {
  test.setTimeout(180_000)
  const { address } = product
  await fund(address, guest.token)
  const page = await (await guest.open()).newPage()
  await page.goto(tradePath)
  await page.getByRole('button', { name: 'Buy (long)' }).tap()
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await ticket.getByRole('button', { name: /^Margin mode/ }).tap()
  const setting = page.getByRole('dialog', { name: 'Margin mode and multiple' })
  await setting.getByText('Isolated', { exact: true }).tap()
  await setting.getByRole('button', { name: '5×', exact: true }).tap()
  expect(await faultsOf(page)).toEqual([])
  await told(page, 'Mode and multiple changed', () => setting.getByRole('button', { name: 'Apply Isolated, 5×' }).tap())
  await ticket.getByRole('textbox', { name: 'Lots' }).fill('1')
  await ticket.getByRole('button', { name: 'Buy 1 lot, long 5×' }).tap()
  const check = page.getByRole('dialog', { name: 'Check your order' })
  await expect(check).toContainText('Open a 5× long of 1 lot of BTC/USDT at the market price.')
  await told(page, 'Order filled', () => check.getByRole('button', { name: 'Buy 1 lot, long 5×' }).tap())

  await page.getByRole('tab', { name: 'Positions (1)' }).first().tap()
  const row = page.getByRole('listitem').filter({ hasText: 'Unrealised profit' })
  await expect(row).toContainText('Long 5×')
  await expect(row).toContainText('Isolated')

  await page.getByRole('button', { name: 'Sell (short)' }).tap()
  await ticket.getByRole('button', { name: /^Multiple/ }).tap()
  await expect(setting).toContainText('Mode and multiple can be changed once this market has no position')
  await setting.getByRole('button', { name: 'Close' }).tap()
  await ticket.getByRole('switch', { name: 'Reduce only' }).tap()
  await ticket.getByRole('textbox', { name: 'Lots' }).fill('0.4')
  await ticket.getByRole('button', { name: 'Sell 0.4 lots to reduce' }).tap()
  await told(page, 'Position reduced', () => check.getByRole('button', { name: 'Sell 0.4 lots to reduce' }).tap())
  await expect(row).toContainText('0.60')

  await row.getByRole('button', { name: /^Close/ }).tap()
  const close = page.getByRole('dialog', { name: 'Close BTC/USDT' })
  await told(page, '0.6 lots closed', () => close.getByRole('button', { name: 'Close 0.6 lots at market' }).tap())
  await expect(page.getByText('You have no open positions.')).toBeVisible()
  await page.getByRole('tab', { name: 'Position history' }).tap()
  await page.getByRole('link', { name: /^BTC/ }).first().tap()
  // the list that it is tapped in says of its profit too
  await expect(page.getByRole('heading', { name: 'Order details', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Realised profit')
  expect(await faultsOf(page)).toEqual([])
})

test('the account moves by itself, and funding counts down', async ({ guest, product }) => {
  test.setTimeout(120_000)
  const { address } = product
  await fund(address, guest.token)
  const page = await (await guest.open()).newPage()
  await page.goto(tradePath)
  await page.getByRole('tab', { name: 'Positions' }).first().tap()
  const account = page.getByRole('region', { name: 'Contract account' })
  await expect(account).toContainText('20,000.00')
  await expect(account).toContainText('–')
  await trade(address, guest.token, { lots: '2' })
  await trade(address, guest.token, { symbol: 'ETHUSDT', side: 'sell', lots: '3' })
  await expect(page.getByRole('listitem').filter({ hasText: 'Unrealised profit' })).toHaveCount(2)
  await expect(account).not.toContainText('–')
  const { data } = await call(address, '/perpetual/account', { token: guest.token })
  const margin = BigInt(textAt(data, 'margin').split('.')[0] ?? '0')
  await expect(account).toContainText(margin.toString().replace(/\B(?=(?:[0-9]{3})+$)/g, ','))
  const before = await account.innerText()
  await expect.poll(() => account.innerText(), { timeout: 20_000 }).not.toBe(before)

  await page.getByRole('button', { name: /^Close all/ }).tap()
  await told(page, '2 positions closed', () =>
    page.getByRole('alertdialog').getByRole('button', { name: 'Close all' }).tap(),
  )
  await expect(page.getByText('You have no open positions.')).toBeVisible()

  // the seconds are shown, and not read one by one
  const funding = page.getByRole('button', { name: /^Funding .*[0-9]%$/ })
  await expect(funding).toHaveText(/[0-9]:[0-9]{2}:[0-9]{2}/)
  await funding.tap()
  const sheet = page.getByRole('dialog', { name: 'Funding of BTC/USDT' })
  await expect(sheet).toContainText('Next payment')
  expect(await faultsOf(page)).toEqual([])
})

test('the screens of perpetuals have no fault of accessibility, and none is too wide', async ({ guest, product }) => {
  test.setTimeout(180_000)
  const { address } = product
  await fund(address, guest.token)
  await trade(address, guest.token, {})
  await trade(address, guest.token, { symbol: 'ETHUSDT', side: 'sell', lots: '1' })
  for (const size of [
    { width: 320, height: 700 },
    { width: 1440, height: 900 },
  ]) {
    const page = await (await guest.open({ size })).newPage()
    for (const path of [tradePath, '/market/trade/contract_orders?game=perpetual']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('main').locator('output[aria-label]')).toHaveCount(0)
      if (size.width < 768 && path === tradePath)
        await page
          .getByRole('tab', { name: /^Positions/ })
          .first()
          .tap()
      expect(await scrollsAside(page), `${path} at ${size.width}`).toBe(false)
      expect(await faultsOf(page), `${path} at ${size.width}`).toEqual([])
    }
  }
})
