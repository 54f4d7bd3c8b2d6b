import { expect } from '@playwright/test'
import { paths, redirects } from './paths.ts'
import { phone, test } from './stage.ts'

test.use(phone)

test('a guest who opens any screen comes to the login, which knows the whole path', async ({ page }) => {
  test.setTimeout(180_000)
  for (const path of [...paths, ...redirects.map(([from]) => from)]) {
    const wanted = `${path}?from=mail&n=1`
    await page.goto(wanted)
    await expect(page, path).toHaveURL((url) => url.pathname === '/login')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(wanted)
  }
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('after the login one is where one wanted to be, and back does not lead to the login', async ({ page }) => {
  await page.goto('/setting/faq?from=mail')
  await page.getByRole('button', { name: 'Try the demo' }).tap()
  await expect(page).toHaveURL(/\/setting\/faq\?from=mail$/)
  await page.goBack()
  expect(page.url()).not.toContain('/login')
})

const elsewhere = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/%09/evil.example',
  'javascript:alert(1)',
  '/login?redirect=//evil.example',
  '\t//evil.example',
]

test('a login leads nowhere else than into the app', async ({ page, product }) => {
  for (const target of elsewhere) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
    await page.getByRole('button', { name: 'Try the demo' }).tap()
    await expect(page, target).not.toHaveURL(/\/login/)
    expect(new URL(page.url()).origin).toBe(product.address)
    await expect(page.getByRole('main')).toBeVisible()
  }
})

test('a path of no screen says so', async ({ guest }) => {
  const page = await (await guest.open()).newPage()
  await page.goto('/setting/nowhere')
  await expect(page.getByText('There is no such page')).toBeVisible()
})
