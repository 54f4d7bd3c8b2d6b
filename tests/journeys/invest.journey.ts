import { type Page, expect } from '@playwright/test'
import { ieoRoutes } from '@truemark/protocol/routes/ieo'
import { sampleUntil, speakLive } from '../../apps/server/src/invest/testing/saver.ts'
import { keyNow } from '../../apps/server/src/testing/keys.ts'
import { makeOperator } from '../../apps/server/src/testing/people.ts'
import { faultsOf } from './sound.ts'
import { phone } from './stage.ts'
import { launch, offerInvest } from './wealthOffers.ts'
import { passTo, scrollsAside, test } from './wealthStage.ts'

test.use(phone)

const usdt = 1_000_000n
const dayMs = 86_400_000

async function calm(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([])
  expect(await scrollsAside(page)).toBe(false)
}

/** From the filtered list to the confirmation of two shares. */
async function buy(page: Page): Promise<void> {
  await page.goto('/invest/invest')
  await expect(page.getByText('You may be paid in the other currency')).toBeVisible()
  await page.getByRole('combobox', { name: 'Annualized return' }).click()
  await page.getByRole('option', { name: 'From 20%' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Sell high' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Buy: Buy low BTC · 1 week' }).click()
  await expect(page.getByText('An option premium that the desk hedges')).toBeVisible()
  await expect(page.getByText('Factor: 1 + 7 × 36.5% ÷ 365 = 1.007')).toBeVisible()
  await page.getByLabel('Quantity').fill('999')
  await expect(page.getByText('Shares left: 100. Nothing was bought.')).toBeVisible()
  await page.getByLabel('Quantity').fill('2')
  await page.getByText('The figures of the chart').click()
  await expect(page.getByRole('row', { name: '10,450 1,007.00 1,000.00' })).toBeVisible()
  await calm(page)
  await page.getByRole('button', { name: 'Review the purchase' }).click()
  // before the first order its risks are understood, and what was typed stands as it was
  const risks = page.getByRole('dialog', { name: 'Risks of pegged investments' })
  await expect(risks).toContainText('What you get can be worth much less than what you put in.')
  await calm(page)
  await risks.getByRole('button', { name: 'I understand' }).click()
  await expect(risks).toHaveCount(0)
  const sheet = page.getByRole('dialog', { name: 'Confirm the purchase' })
  await expect(sheet).toContainText('You get one or the other, never both.')
  await sheet.getByRole('button', { name: 'Buy 2 for 1,000 USDT' }).click()
  await expect(page.getByText('Purchase completed successfully.')).toBeVisible()
  await expect(page).toHaveURL(/\/invest\/my-finances$/)
}

/** From the newest financial record to what caused it. */
async function openCause(page: Page, name: string): Promise<void> {
  await page.goto('/setting/account-change')
  await page
    .getByRole('main')
    .getByRole('button', { name: /Balance/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('link', { name }).click()
}

test('an investment is bought, settles on the mean of the index, and tells what holding would have been', async ({
  live,
  makeSaver,
}) => {
  const quiet = speakLive(live)
  const token = await makeOperator(live, 'administrator', 'Ines of invest')
  const maturity = Math.ceil((Date.now() + 8 * dayMs) / 1_000) * 1_000
  await offerInvest(live, token, { maturity_date: maturity })
  const later = {
    maturity_date: maturity + dayMs,
    direction: 'sell_high',
    single_price: '0.01',
    annualized_return: '0.1',
  }
  await offerInvest(live, token, later)
  const person = await makeSaver('invest@example.org', 5_000n * usdt, false)
  const page = await (await person.open()).newPage()
  await buy(page)
  await expect(page.getByRole('listitem').filter({ hasText: 'Buy low BTC' })).toContainText('What you get at maturity')
  await page.goto('/setting/limits')
  const told = page.getByRole('region', { name: 'Risks that you were told of' })
  await told.getByText('Risks of pegged investments').click()
  await expect(told).toContainText(/Version 1, understood on .*What you get can be worth much less/)
  await calm(page)
  await page.goto('/assetsInfo')
  await expect(page.getByRole('link', { name: 'In products' })).toContainText(/Invest:\s*1,000\.00/)
  await expect(page.getByRole('region', { name: 'Total assets' })).toContainText('5,000.00')
  await calm(page)
  await page.goto('/home')
  const running = page.getByRole('link', { name: /^Buy low BTC.*Matures/ })
  await expect(running).toBeVisible()
  await sampleUntil(live, maturity, 900_000)
  // Home was left open: what has matured leaves it by itself
  await expect(running).toHaveCount(0)
  await page.goto('/invest/my-finances')
  const card = page.getByRole('listitem').filter({ hasText: 'Buy low BTC' })
  await expect(card).toContainText(/0\.106\s*BTC/)
  await expect(card).toContainText('Had you held instead')
  await expect(card).toContainText('46 USDT less than holding')
  expect(await scrollsAside(page)).toBe(false)
  await openCause(page, 'Open the product')
  await expect(card).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/\/invest\/my-finances$/)
  quiet()
})

test('a launch stands as not yet launched, then takes an application, freezes, allots and delivers', async ({
  live,
  makeSaver,
}) => {
  const token = await makeOperator(live, 'administrator', 'Ida of launches')
  const person = await makeSaver('ieo@example.org', 5_000n * usdt)
  const page = await (await person.open()).newPage()
  await page.goto('/ieo/ieo')
  await expect(page.getByText('The token is not yet launched, and the launch date is unconfirmed.')).toBeVisible()
  // other journeys of this worker have let the market's clock run ahead
  const closes = Date.now() + 90 * dayMs
  const project_id = await launch(live, token, closes)
  const other = await makeSaver('ieo.other@example.org', 20_000n * usdt)
  const applied = { project_id, quantity: '150' }
  await live.ok(ieoRoutes.ieoSubscribe, { token: other.token, body: applied, key: keyNow() })
  await page.reload()
  await page.getByLabel('Quantity').fill('1.5')
  await expect(page.getByRole('alert').filter({ hasText: 'In whole pieces of 1 BTC' })).toBeVisible()
  await page.getByLabel('Quantity').fill('25')
  await expect(page.getByText('Subscribing freezes 3,000 USDT')).toBeVisible()
  await expect(page.getByText('you would be allotted about 14 BTC and get 1,320 USDT back')).toBeVisible()
  await calm(page)
  await page.getByRole('button', { name: 'Review the subscription' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Subscribe for 25 BTC' }).click()
  await expect(page.getByText('Subscription received. 3,000 USDT is frozen.')).toBeVisible()
  await page.getByRole('link', { name: 'IEO subscriptions' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'Lantern' })
  await expect(card).toContainText('Subscribed')
  await passTo(live, Math.ceil(closes / 1_000) * 1_000)
  await page.reload()
  await expect(card).toContainText(/Passes14\s*BTC/)
  await expect(card).toContainText('Allotted, to be delivered')
  await passTo(live, Math.ceil((closes + dayMs) / 1_000) * 1_000)
  await page.reload()
  await expect(card).toContainText('Delivered')
  expect(await scrollsAside(page)).toBe(false)
  await openCause(page, 'Open the subscription')
  await expect(card).toHaveAttribute('aria-current', 'true')
})
