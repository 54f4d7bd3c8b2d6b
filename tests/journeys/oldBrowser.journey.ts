import { expect } from '@playwright/test'
import { phone, test } from './stage.ts'

test.use(phone)

const late = /This page has not started/

test('FC-76 a browser without a way to end a call after its time opens the app all the same', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(AbortSignal, { timeout: undefined, any: undefined })
    Object.assign(URL, { canParse: undefined })
    Object.assign(crypto, { randomUUID: undefined })
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(page.getByText(late)).toHaveCount(0)
})

test('FC-76 a browser that lacks more says so in one sentence', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, 'toSorted')
  })
  await page.goto('/')
  await expect(page.getByRole('alert').filter({ hasText: 'too old' })).toBeVisible()
})

for (const [app, path, pattern] of [
  ['app', '/', /\/assets\/(?!.*sw).*\.js$/],
  ['desk', '/desk/', /\/desk\/assets\/.*\.js$/],
] as const) {
  test(`FC-76 the ${app} whose script cannot be read says so at once`, async ({ page, complaints }) => {
    complaints.allow(/SyntaxError|Unexpected token|uncaught/)
    await page.route(pattern, (route) => route.fulfill({ contentType: 'text/javascript', body: 'const = }{' }))
    await page.goto(path)
    await expect(page.getByText(late)).toBeVisible({ timeout: 5_000 })
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('FC-76 the page itself says that it has not started', async ({ page, complaints }) => {
    complaints.allow(/csp$/)
    await page.goto('/')
    await expect(page.getByText(late)).toBeVisible({ timeout: 20_000 })
  })
})
