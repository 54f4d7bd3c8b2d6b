import { expect } from '@playwright/test'
import { open, rowOf, setUp } from './deskStage.ts'
import { faultsOf } from './sound.ts'
import { scrollsAside, test } from './stage.ts'

const source = 'An option premium that the desk hedges at its own risk.'

test.describe('an operator', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('drafts an investment, is refused without its source, puts it on sale, and the demo shows it', async ({
    page,
    product,
    guest,
  }) => {
    await setUp(page, product, 'Inge')
    await open(page, 'Invest')
    await page.getByRole('button', { name: 'New draft' }).click()
    const sheet = page.getByRole('dialog', { name: 'New draft' })
    await sheet.getByRole('button', { name: 'Save the draft' }).click()
    await expect(sheet.getByText('Please check this field').first()).toBeVisible()
    await sheet.getByText('Demo', { exact: true }).click()
    await sheet.getByLabel('Name').fill('A quiet week')
    await sheet.getByLabel('Linked reference price').fill('61000')
    await sheet.getByLabel('Annualized return').fill('18.25')
    await sheet.getByRole('button', { name: 'Save the draft' }).click()
    await expect(page.getByText('Draft saved')).toBeVisible()

    await (await rowOf(page, 'A quiet week')).getByRole('button', { name: /^Put on sale/ }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Reason').fill('a first product')
    await dialog.getByRole('button', { name: 'Put on sale' }).click()
    await expect(dialog.getByText('A product is published only with the source of its yield')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    // what is put on sale is what the list says now
    const anew = page.waitForResponse(
      (one) => one.request().method() === 'GET' && /\/desk\/invest(\?|$)/.test(one.url()),
    )
    await (await rowOf(page, 'A quiet week')).getByRole('button', { name: /^Edit/ }).click()
    await page.getByRole('dialog').getByLabel('Where the yield comes from').fill(source)
    await page.getByRole('dialog').getByRole('button', { name: 'Save the draft' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await anew
    await (await rowOf(page, 'A quiet week')).getByRole('button', { name: /^Put on sale/ }).click()
    await dialog.getByLabel('Reason').fill('a first product')
    await dialog.getByRole('button', { name: 'Put on sale' }).click()
    await expect(await rowOf(page, 'A quiet week')).toContainText('On sale')
    expect(await faultsOf(page)).toEqual([])

    const web = await (await guest.open()).newPage()
    await web.goto('/invest/invest')
    await web.getByRole('link', { name: 'Buy: A quiet week' }).click()
    await expect(web.getByText(source)).toBeVisible()
    await expect(web.getByText('A demo account cannot use financial products.')).toBeVisible()
    expect(await scrollsAside(web)).toBe(false)

    await (await rowOf(page, 'A quiet week')).getByRole('button', { name: /^End the sale/ }).click()
    await dialog.getByLabel('Reason').fill('enough of it')
    await dialog.getByRole('button', { name: 'End the sale' }).click()
    await expect(await rowOf(page, 'A quiet week')).toContainText('Sale ended')
  })

  test('launches no coin that the house does not hold', async ({ page, product }) => {
    await setUp(page, product, 'Ilse')
    await open(page, 'IEO')
    await expect(page.getByText('Nothing is launched, and no draft is written.')).toBeVisible()
    await page.getByRole('button', { name: 'New draft' }).click()
    const sheet = page.getByRole('dialog', { name: 'New draft' })
    for (const [field, value] of [
      ['Name', 'Harbour'],
      ['Currency', 'ada'],
      ['Price of one, in USDT', '0.5'],
      ['Supply', '100000'],
      ['For one person at most', '5000'],
      ['What it is, and what it risks', 'A coin of the house. It can fall to zero.'],
    ] as const) {
      await sheet.getByLabel(field).fill(value)
    }
    await sheet.getByRole('button', { name: 'Save the draft' }).click()
    await expect(page.getByText('Draft saved')).toBeVisible()
    await (await rowOf(page, 'Harbour')).getByRole('button', { name: /^Launch/ }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Reason').fill('a first launch')
    await dialog.getByRole('button', { name: 'Launch' }).click()
    await expect(dialog.getByText('The house does not hold enough of this coin to offer it')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
  })
})
