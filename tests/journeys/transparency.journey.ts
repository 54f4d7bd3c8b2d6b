import { expect } from '@playwright/test'
import { openDemo } from '../client.ts'
import { open, setUp } from './deskStage.ts'
import { faultsOf } from './sound.ts'
import { phone, scrollsAside, test } from './stage.ts'

const parts = ['rules', 'prices', 'insurance', 'withdrawals', 'evidence']

test.describe('a guest with a phone of 320 px', () => {
  test.use({ ...phone, viewport: { width: 320, height: 700 } })

  test('reads what can be checked without an account', async ({ page }) => {
    test.setTimeout(180_000)
    await page.goto('/transparency')
    await expect(page.getByText('Don’t trust us. Check us.')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    for (const part of parts) {
      await page.goto(`/transparency/${part}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('main').locator('output[aria-label="Loading"]')).toHaveCount(0)
      expect(await scrollsAside(page), part).toBe(false)
      expect(await faultsOf(page), part).toEqual([])
    }
    await page.getByLabel(/^Number of the option, liquidation/).fill('0123456789abcdefghjkmnpqrs')
    await page.getByRole('button', { name: 'Check' }).tap()
    await expect(page.getByText('Nothing with this number was settled here')).toBeVisible()
  })
})

test.describe('a proof of what is owed', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('is made in the desk, and a reader walks from their balance to its root', async ({ page, product, guest }) => {
    test.setTimeout(180_000)
    // a tree of more than one leaf
    await openDemo(product.address)
    await setUp(page, product, 'Irene')
    await open(page, 'Proofs of liabilities')
    await page.getByRole('button', { name: 'Make a proof now' }).click()
    await expect(page.getByText('The proof is published.')).toBeVisible()

    const reader = await (await guest.open()).newPage()
    await reader.goto('/transparency/liabilities')
    await reader.getByRole('button', { name: 'Check my balance' }).tap()
    await expect(reader.getByText('is in the published sum.').first()).toBeVisible()
    await expect(reader.getByRole('list', { name: 'From your balance to the root' }).first()).toContainText('Root')
    await expect(reader.getByText('The signature under the published key holds.')).toBeVisible()
    expect(await scrollsAside(reader)).toBe(false)
    expect(await faultsOf(reader)).toEqual([])
  })
})
