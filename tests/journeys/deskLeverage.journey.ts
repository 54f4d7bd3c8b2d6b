import { expect } from '@playwright/test'
import { call, fillOrder, newKey, textAt } from '../client.ts'
import { open, rowOf, setUp } from './deskStage.ts'
import { faultsOf } from './sound.ts'
import { test } from './stage.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const leverage = 'Contracts and perpetuals'

/** Moves money to where contracts trade from, and opens one at the market; gives its id. */
async function openContract(address: string, token: string, symbol: string): Promise<void> {
  const money = { from: 'coin', to: 'contract', currency: 'USDT', amount: '20000' }
  expect((await call(address, '/account/transfers', { method: 'POST', token, body: money, key: newKey() })).code).toBe(
    200,
  )
  const body = { symbol, side: 'buy', type: 'market', lots: '0.1', multiple: 10 }
  const opened = await fillOrder(address, token, { path: '/contract/orders', ...body })
  expect(textAt(opened.data, 'status')).toMatch(/^(position|filled)$/)
}

test('brackets and multiples change with their consequence said, and stand in the audit log', async ({
  page,
  product,
}) => {
  await setUp(page, product, 'Klara')
  await open(page, leverage)
  await page.getByRole('button', { name: 'Brackets: LTCUSDT' }).click()
  const sheet = page.getByRole('dialog', { name: 'Brackets and multiples of LTC/USDT' })
  const first = sheet.getByRole('group', { name: 'Bracket 1' })
  await first.getByLabel('Maintenance').fill('50')
  await expect(first.getByText('At this multiple a new position would already be below its maintenance')).toBeVisible()
  await first.getByLabel('Maintenance').fill('0.9')
  await expect(sheet.getByText(/keep the brackets they were opened under/)).toBeVisible()
  // The keyboard is never lost: a new row takes it, and what adds rows has it when one goes.
  await sheet.getByRole('button', { name: 'Add a bracket' }).click()
  const last = sheet.getByRole('group', { name: /^Bracket \d+$/ }).last()
  await expect(last.getByLabel('Above')).toBeFocused()
  for (const name of ['Maintenance', 'Multiple up to']) {
    await page.keyboard.press('Tab')
    await expect(last.getByLabel(name)).toBeFocused()
  }
  await last.getByRole('button', { name: /^Remove bracket/ }).click()
  await expect(sheet.getByRole('button', { name: 'Add a bracket' })).toBeFocused()
  await sheet.getByLabel('Multiples').fill('1, 2, 5, 10')
  await expect(sheet.getByText(/New orders can no longer choose/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Save for everyone' }).click()
  await expect(sheet.getByLabel('Reason for the change')).toBeFocused()
  await sheet.getByLabel('Reason for the change').fill('a steeper market')
  await sheet.getByRole('button', { name: 'Save for everyone' }).click()
  await expect(sheet).toHaveCount(0)
  const row = await rowOf(page, 'LTC/USDT')
  await expect(row).toContainText('10×')
  await expect(row).toContainText('from 0.90 %')

  await page.getByRole('button', { name: 'Fees and caps: LTCUSDT' }).click()
  const terms = page.getByRole('dialog', { name: 'Fees and caps of LTC/USDT' })
  await terms.getByLabel('Insurance floor').fill('99000000')
  await expect(terms.getByText(/new leverage stops at once for demo accounts/)).toBeVisible()
  await terms.getByLabel('Perpetual maker fee').fill('0.5')
  await expect(terms.getByText('Not above the taker fee')).toBeVisible()
  await terms.getByRole('button', { name: 'Cancel' }).click()

  await open(page, 'Audit log')
  const entry = await rowOf(page, 'a steeper market')
  await expect(entry).toContainText('Terms of contracts and perpetuals changed')
})

test('a halt of new risk tells its reason to users, who can still close', async ({ page, product, guest }) => {
  test.setTimeout(120_000)
  const { address } = product
  await openContract(address, guest.token, 'ETHUSDT')
  await setUp(page, product, 'Sofia')
  await open(page, leverage)
  await page.getByRole('button', { name: 'Halt or resume: ETHUSDT' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('New risk off').click()
  await expect(dialog).toContainText('open positions closed')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByLabel('Reason').fill('The network splits today')
  await dialog.getByRole('button', { name: 'Save for everyone' }).click()
  await expect(await rowOf(page, 'ETH/USDT')).toContainText('The network splits today')

  const user = await (await guest.open({ size: { width: 1440, height: 900 } })).newPage()
  // that it was resumed is told once, to who listens by then
  const listens = user.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await user.goto('/market/trade/contract/ETHUSDT')
  await listens
  await expect(user.getByText(/The operator has stopped it: “The network splits today”/).first()).toBeVisible()
  const order = { symbol: 'ETHUSDT', side: 'buy', type: 'market', lots: '0.1', multiple: 10 }
  const refused = await call(address, '/contract/orders', {
    method: 'POST',
    token: guest.token,
    body: order,
    key: newKey(),
  })
  expect(refused.code).toBe(13_005)
  // the house may have stepped back in this very moment; what met nobody is closed again
  const close = async (): Promise<unknown> =>
    (await call(address, '/contract/close', { method: 'POST', token: guest.token, body: {}, key: newKey() })).data
  await expect.poll(close).toMatchObject({ closings: [{ symbol: 'ETHUSDT', status: 'filled', lots_left: '0' }] })

  await page.getByRole('button', { name: 'Halt or resume: ETHUSDT' }).click()
  await dialog.getByLabel('Reason').fill('The split is over')
  await dialog.getByRole('button', { name: 'Save for everyone' }).click()
  await expect(await rowOf(page, 'ETH/USDT')).not.toContainText('The network splits today')
  await expect(user.getByText(/The operator has stopped it/)).toHaveCount(0)
})

test('nothing is switched on before its conditions are met, and a market’s options are switched off and on', async ({
  page,
  product,
}) => {
  await setUp(page, product, 'Ida')
  await open(page, 'Product switches')
  await expect(page.getByText('Three independent live sources of prices are heard not met')).toBeVisible()
  await page.getByRole('combobox', { name: 'Country of residence' }).click()
  await page.getByRole('option', { name: 'Switzerland' }).click()
  await expect(page.getByRole('button', { name: 'Switch on: Contracts' })).toBeDisabled()
  await expect(page.getByText('Nothing can be switched on before every condition')).toBeVisible()

  await open(page, 'Options')
  for (const [word, reason] of [
    ['Off', 'too few sources'],
    ['On', 'sources are back'],
  ] as const) {
    await page.getByRole('button', { name: 'Change terms: ADAUSDT' }).click()
    const sheet = page.getByRole('dialog', { name: 'Options on ADAUSDT' })
    await sheet.getByRole('switch', { name: 'New options are taken' }).click()
    await sheet.getByLabel('Reason for the change').fill(reason)
    await sheet.getByRole('button', { name: 'Save for everyone' }).click()
    await expect(sheet).toHaveCount(0)
    const row = await rowOf(page, 'ADAUSDT')
    if (word === 'Off') await expect(row).toContainText('Off')
    else await expect(row).not.toContainText('Off')
  }

  await open(page, 'Audit log')
  await expect(await rowOf(page, 'sources are back')).toContainText('Terms of options changed')
})

test('an announced measure for open positions is taken back, and the public history says so', async ({
  page,
  browser,
  product,
  complaints,
}) => {
  await setUp(page, product, 'Henrietta')
  await open(page, leverage)
  await page.getByRole('button', { name: 'Brackets: LTCUSDT' }).click()
  const sheet = page.getByRole('dialog', { name: 'Brackets and multiples of LTC/USDT' })
  await sheet.getByRole('group', { name: 'Bracket 1' }).getByLabel('Maintenance').fill('0.95')
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16)
  await sheet.getByLabel('Also for open positions from (UTC)').fill(inThreeDays)
  await sheet.getByLabel('Reason for the change').fill('a thin market')
  await sheet.getByRole('button', { name: 'Save for everyone' }).click()
  await expect(sheet).toHaveCount(0)

  const context = await browser.newContext({ baseURL: product.address, viewport: { width: 1440, height: 900 } })
  context.on('page', (other) => complaints.watch(other))
  const second = await context.newPage()
  await setUp(second, product, 'Wilhelmina')
  await open(second, 'Approvals')
  await (await rowOf(second, 'Henrietta')).getByRole('button').click()
  const asked = second.getByRole('dialog')
  await asked.getByLabel('Reason for the decision').fill('seen the book')
  await asked.getByRole('button', { name: 'Approve' }).click()
  await expect(asked).toHaveCount(0)

  await open(second, leverage)
  await second.getByRole('button', { name: 'Take the measure back: LTCUSDT' }).click()
  const back = second.getByRole('alertdialog', { name: 'Take back the measure for LTC/USDT?' })
  await expect(back).toContainText('Open positions keep their brackets.')
  await back.getByLabel('Reason').fill('the book is deep again')
  await back.getByRole('button', { name: 'Take the measure back' }).click()
  await expect(second.getByText('The measure was taken back')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Take the measure back: LTCUSDT' })).toHaveCount(0)
  await second.goto('/transparency/rules')
  await expect(second.getByText('announcement taken back')).toBeVisible()
  await context.close()
})
