import { type Page, expect } from '@playwright/test'
import { faultsOf } from './sound.ts'
import { phone, test } from './stage.ts'

async function enter(page: Page): Promise<void> {
  await page.goto('/testlogine')
  await page.getByRole('button', { name: 'Try the demo' }).click()
  await expect(page).toHaveURL(/\/home$/)
}

for (const size of [phone.viewport, { width: 1440, height: 900 }]) {
  test.describe(`at ${size.width} px`, () => {
    test.use({ viewport: size })

    test('the demo shows itself once, in four steps over its own screens', async ({ page }) => {
      await enter(page)
      const tour = page.getByRole('region', { name: 'Tour of the demo' })
      await expect(tour).toContainText('1 of 4')
      // what it points at is not hidden beneath it
      await expect(page.getByRole('heading', { name: 'Markets' })).toBeInViewport()
      expect(await faultsOf(page)).toEqual([])
      for (const [path, title] of [
        ['/market/trade/coins/BTCUSDT', 'An order says what it will do'],
        ['/assetsInfo', 'All that you own'],
        ['/transparency', 'Every outcome can be checked'],
      ] as const) {
        await tour.getByRole('button', { name: 'Next' }).click()
        await expect(page).toHaveURL((url) => url.pathname === path)
        // who goes on by the keyboard reads on there
        await expect(tour.getByRole('heading', { name: title })).toBeFocused()
      }
      await tour.getByRole('button', { name: 'Done' }).click()
      await expect(tour).toHaveCount(0)
      await enter(page)
      await expect(page.getByRole('main')).toContainText('100,000.00')
      await expect(tour).toHaveCount(0)
    })
  })
}

test.describe('on a phone', () => {
  test.use(phone)

  test('it is never over a sheet, waits where one goes elsewhere, and Escape leaves it', async ({ page }) => {
    await enter(page)
    const tour = page.getByRole('region', { name: 'Tour of the demo' })
    await tour.getByRole('button', { name: 'Next' }).tap()
    await expect(tour).toContainText('2 of 4')
    await page.getByRole('button', { name: 'Buy', exact: true }).tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(tour).toHaveCount(0)
    await page.getByRole('button', { name: 'Close' }).tap()
    await expect(tour).toContainText('2 of 4')
    await page.getByRole('link', { name: 'Market', exact: true }).tap()
    await expect(tour).toHaveCount(0)
    await page.goBack()
    await expect(tour).toContainText('2 of 4')
    await page.keyboard.press('Escape')
    await expect(tour).toHaveCount(0)
  })
})
