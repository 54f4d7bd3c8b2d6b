import { type Page, expect } from '@playwright/test'
import { dayOf } from '@truemark/core/mining/terms'
import { dayMs } from '@truemark/core/money/units'
import { makeOperator } from '../../apps/server/src/testing/people.ts'
import type { LiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { faultsOf } from './sound.ts'
import { phone } from './stage.ts'
import { offerMining } from './wealthOffers.ts'
import { type Saver, passTo, scrollsAside, test } from './wealthStage.ts'

test.use(phone)

const usdt = 1_000_000n

async function calm(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([])
  expect(await scrollsAside(page)).toBe(false)
}

/** From the welcome to the confirmation of 1 000 USDT. */
async function lock(page: Page): Promise<void> {
  await page.goto('/financial')
  await page.getByRole('link', { name: 'How it works: Locked mining' }).click()
  await expect(page.getByText(/10,000 USDT, 5 days, 0.3% to 0.4% a day/)).toBeVisible()
  await page.getByRole('link', { name: 'See the products' }).click()
  await page.getByRole('link', { name: 'Lock: Five days' }).click()
  await expect(page.getByText('Lent to the margin desk of the platform')).toBeVisible()
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByText('The amount must be more than 100 USDT')).toBeVisible()
  await page.getByRole('textbox', { name: 'Amount' }).fill('1000')
  // the first day at its published rate, the rest between the lowest and the highest
  await expect(page.getByRole('row', { name: /^1 day .* 3.5 980$/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^The end .* 15.5 – 19.5 1,000$/ })).toBeVisible()
  await calm(page)
  await page.getByRole('button', { name: 'Review' }).click()
  const sheet = page.getByRole('dialog', { name: 'Lock this amount?' })
  await expect(sheet.getByText('Redeemed early, 980 USDT of it come back; 20 USDT are the cost.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Lock 1,000 USDT' }).click()
  await expect(page.getByText('Purchase completed successfully.')).toBeVisible()
  await expect(page).toHaveURL(/\/lockming\/records$/)
}

async function available(live: LiveServer, { holder }: Saver): Promise<string> {
  const { balances } = await live.engine.exchange.ask({ kind: 'house' }, { type: 'balances', holder })
  const own = balances.find(({ account, currency }) => account === 'coin' && currency === 0)
  return `${own?.available ?? 0n} ${own?.frozen ?? 0n}`
}

/** As if the worth of three hours had been recorded. */
async function record({ database }: LiveServer, { holder }: Saver): Promise<void> {
  const hour = Date.now() - (Date.now() % 3_600_000)
  for (const back of [1, 2, 3]) {
    const at = hour - back * 3_600_000
    await database.query('INSERT INTO worth_sweep (hour, time, seq) VALUES ($1, $1, 0) ON CONFLICT DO NOTHING', [at])
    await database.query('INSERT INTO worth_sample (holder, hour, coin, contract, option) VALUES ($1, $2, $3, 0, 0)', [
      holder,
      at,
      5_000_000_000 - back,
    ])
  }
  await database.query('UPDATE holder SET opened_at = $1 WHERE holder = $2', [hour - 5 * 3_600_000, holder])
}

test('money is locked, paid for a day, and redeemed early for exactly what was shown', async ({ live, makeSaver }) => {
  test.slow()
  await offerMining(live, await makeOperator(live, 'administrator', 'Mara of mining'))
  const person = await makeSaver('mining@example.org', 5_000n * usdt)
  const page = await (await person.open()).newPage()
  await lock(page)
  const tomorrow = (dayOf(Date.now()) + 1) * dayMs
  const card = page.getByRole('listitem').filter({ hasText: 'Five days' })
  await expect(card.getByText('Ongoing')).toBeVisible()
  expect(await available(live, person)).toBe('4000000000 1000000000')
  await passTo(live, tomorrow + dayMs)
  await page.reload()
  await expect(card.getByText('1 of 5')).toBeVisible()
  await card.getByRole('link', { name: 'Details: Five days' }).click()
  const detail = page.getByRole('dialog', { name: 'Mining order' })
  await expect(detail.getByText('0.35%', { exact: true })).toBeVisible()
  await expect(detail.getByRole('row', { name: /^1 day .* 3.5 980$/ })).toHaveAttribute('aria-current', 'true')
  await calm(page)
  await page.keyboard.press('Escape')
  await record(live, person)
  await page.goto('/home')
  await expect(page.getByRole('link', { name: /^Five days.*Next income/ })).toBeVisible()
  // nothing but USDT is owned, which no price moves
  const total = page.getByRole('region', { name: 'Total assets' })
  await expect(total).toContainText(/0\.00%.*24 h, by price moves/)
  await expect(total.getByRole('link', { name: 'Total assets over 7 days' })).toBeVisible()
  await page.goto('/assetsInfo')
  const course = page.getByRole('region', { name: 'Total over time' })
  // what was deposited, in an account that was opened in that time, is no profit
  await expect(course.getByRole('definition').filter({ hasText: '+3.50' })).toBeVisible()
  await expect(course.getByRole('definition').filter({ hasText: '5,000.00' })).toBeVisible()
  await course.getByText('In figures').click()
  await expect(course.getByRole('row')).toHaveCount(5)
  await page.goto('/financial')
  for (const name of ['Locked mining', 'Invest', 'IEO']) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await expect(card).toContainText(/Risk: .+Pays.+Costs/)
  }
  await page.goto('/lockming/records')
  await card.getByRole('button', { name: 'Redeem early' }).click()
  const sheet = page.getByRole('dialog', { name: 'Redeem before the time?' })
  await expect(sheet.getByText(/all 1,000 USDT come back/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Redeem and get 980 USDT' }).click()
  await expect(page.getByText('Redeemed: 980 USDT are free again.')).toBeVisible()
  await expect(page.getByText('Nothing is locked')).toBeVisible()
  expect(await available(live, person)).toBe('4983500000 0')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(card.getByText('Redeemed early')).toBeVisible()
})
