import { expect } from '@playwright/test'
import { phone, test } from './stage.ts'

test.use(phone)

test('a step back comes to the page as it was left, also after a reload, and a step forth to the top of the next', async ({
  guest,
}) => {
  const page = await (await guest.open()).newPage()
  const scrolled = () => page.evaluate(() => window.scrollY)
  await page.goto('/setting/setpage')
  const last = page.getByRole('link', { name: 'User agreement' })
  await last.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const left = await scrolled()
  expect(left).toBeGreaterThan(100)
  await last.click()
  await expect(page).toHaveURL(/\/user-agreement$/)
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await expect(last).toBeVisible()
  await expect.poll(scrolled).toBe(left)
  await page.reload()
  await expect(last).toBeVisible()
  await expect.poll(scrolled).toBe(left)
  await page.goForward()
  await expect(page).toHaveURL(/\/user-agreement$/)
  await expect.poll(scrolled).toBe(0)
})

test('a link is of the app: its screen comes ahead of the press, without a new page, with its title and the focus', async ({
  guest,
}) => {
  const page = await (await guest.open({ serviceWorkers: 'block' })).newPage()
  await page.goto('/setting/setpage')
  const link = page.getByRole('link', { name: 'Questions and answers' })
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
  const ahead = page.waitForRequest(/\/assets\/FaqScreen-/)
  await link.hover()
  await ahead
  await link.click()
  await expect(page).toHaveTitle(/^Questions and answers/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('data-same-page')
  // what the browser does with a link stays the browser's
  await page.goBack()
  const opened = page.context().waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(/\/faq$/)
  await expect(page).toHaveURL(/\/setpage$/)
})
