import { type Locator, type Page, expect } from '@playwright/test'
import { phone, test } from './stage.ts'

test.use({ ...phone, permissions: ['clipboard-read', 'clipboard-write'] })

/** Puts a text into a field as a keyboard's suggestion or a dictation does: without a paste. */
async function putIn(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill('')
  await field.focus()
  await page.keyboard.insertText(text)
}

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill('')
  await field.focus()
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+V')
}

async function spendField(page: Page, names: { readonly buy: RegExp }): Promise<Locator> {
  await page.goto('/market/trade/coins/BTCUSDT')
  await page.locator('main button').filter({ hasText: names.buy }).first().click()
  return page.getByRole('dialog').getByRole('textbox').first()
}

test('FC-89 FC-91 an amount is read as a person means it, or refused with a sentence', async ({ guest }) => {
  const context = await guest.open()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await spendField(page, { buy: /^Buy/ })
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Market', { exact: true }).click()
  const field = sheet.getByRole('textbox', { name: 'Spend' })
  const leave = () => field.blur()
  const ways = [
    (text: string) => field.fill('').then(() => field.pressSequentially(text)),
    (text: string) => putIn(page, field, text),
    (text: string) => paste(page, field, text),
  ]
  for (const way of ways) {
    for (const [text, value] of [
      ['1,234.56', '1234.56'],
      ['1.234,56', '1234.56'],
      ['\u200E250\u200E', '250'],
      ['\u202A1234.56\u202C', '1234.56'],
      ['๑๒๓.๕', '123.5'],
      ['100 USDT', '100'],
    ] as const) {
      await way(text)
      await leave()
      await expect(field).toHaveValue(value)
    }
    for (const text of ['1,000', '$1,000']) {
      await way(text)
      await leave()
      await expect(field).toHaveValue('1000')
      await expect(sheet).toContainText('Read as 1,000')
    }
    for (const text of ['0.5 BTC', '1e3', '1k']) {
      await way(text)
      await leave()
      await expect(sheet).toContainText('could not be read as a number')
    }
    await way('-5')
    await leave()
    await expect(sheet).toContainText('Amount cannot be negative')
  }
})

test('FC-92 Thai figures are typed and pasted on a Thai screen', async ({ guest }) => {
  const context = await guest.open({ locale: 'th' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  const field = await spendField(page, { buy: /^ซื้อ/ })
  await field.fill('')
  await field.pressSequentially('๑๒๓.๕')
  await field.blur()
  await expect(field).toHaveValue('123.5')
  await paste(page, field, '๑,๒๓๔.๕')
  await expect(field).toHaveValue('๑,๒๓๔.๕')
  await field.blur()
  await expect(field).toHaveValue('1234.5')
})

test('FC-79 a code is taken however it was copied', async ({ page }) => {
  await page.route('**/send_email', (route) =>
    route.fulfill({ json: { code: 200, data: { valid_seconds: 600, again_seconds: 60 }, message: '' } }),
  )
  await page.goto('/forgot')
  await page.getByRole('textbox').first().fill('noa@example.org')
  await page.locator('main button[type="submit"]').tap()
  const field = page.getByRole('textbox', { name: /code/i })
  await expect(field).toBeVisible()
  for (const text of ['123 456', ' 123456 ', '123-456', '１２３４５６']) {
    await paste(page, field, text)
    await expect(field).toHaveValue('123456')
    await putIn(page, field, text)
    await expect(field).toHaveValue('123456')
  }
})
