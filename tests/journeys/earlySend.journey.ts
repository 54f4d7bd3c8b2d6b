import { type Page, expect } from '@playwright/test'
import { test } from './stage.ts'

/** A picture of a megapixel, which is read as slowly as a large photo on a weak phone. */
async function slowly(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // As at an address of plain http.
    Object.assign(crypto, { randomUUID: undefined })
    const read = window.createImageBitmap.bind(window)
    Object.assign(window, {
      async createImageBitmap(file: ImageBitmapSource, options: ImageBitmapOptions) {
        await new Promise((resolve) => setTimeout(resolve, 3_000))
        return read(file, options)
      },
    })
  })
}

async function picture(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const text = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 64
    canvas.getContext('2d')?.fillRect(8, 8, 32, 32)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(text, 'base64') }
}

test('FC-106 FC-77 a message that is sent while its picture is being read waits for it', async ({ guest }) => {
  const page = await (await guest.open()).newPage()
  await slowly(page)
  await page.goto('/setting/contact-us')
  await page.locator('input[type="tel"]').fill('+886912345678')
  await page.locator('textarea').fill('A photo goes with this')
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(await picture(page))
  await page.locator('main form button[type="submit"]').click()
  await expect(page).toHaveURL(/\/setting\/contact-us\/.+/, { timeout: 20_000 })
  await expect(page.getByRole('main').locator('img').first()).toBeVisible()
})

test('FC-106 the chat’s Send waits as well', async ({ guest, complaints }) => {
  // What was shown of the picture before it was sent is given back as it goes.
  complaints.allow(/ERR_FILE_NOT_FOUND/)
  const page = await (await guest.open()).newPage()
  await slowly(page)
  await page.goto('/customer-service')
  await page.locator('textarea').fill('Look')
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(await picture(page))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('log').or(page.locator('main')).locator('img').first()).toBeVisible({ timeout: 20_000 })
  await expect(page.locator('textarea')).toHaveValue('')
})
