import { expect } from '@playwright/test'
import { setUp } from './deskStage.ts'
import { test } from './stage.ts'

// Every journey fails where a page complains, and a page complains of whatever its policy keeps from it. Here it is seen
// that it does, and that each section of the desk gives no cause.

test('the policy of the page keeps out styles and scripts that somebody writes into it', async ({
  guest,
  complaints,
}) => {
  complaints.allow(/Content Security Policy|Trusted Type|TrustedScript|trusted/i)
  const context = await guest.open()
  const page = await context.newPage()
  await page.goto('/home')
  await expect(page.getByRole('main')).not.toBeEmpty()
  const found = await page.evaluate(async () => {
    const violations: string[] = []
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violations.push(effectiveDirective))
    const sheet = document.createElement('style')
    sheet.textContent = 'main { display: none }'
    document.head.append(sheet)
    document.body.setAttribute('style', 'color: red')
    const script = document.createElement('script')
    let isRefused = false
    try {
      script.text = 'window.ran = true'
    } catch {
      isRefused = true
    }
    document.head.append(script)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const isHidden = getComputedStyle(document.querySelector('main') ?? document.body).display === 'none'
    return { violations, isHidden, isRefused, ran: 'ran' in window }
  })
  expect(found.isHidden).toBe(false)
  expect(found.ran).toBe(false)
  expect(found.isRefused).toBe(true)
  expect(found.violations).toEqual(expect.arrayContaining(['style-src-elem', 'style-src-attr']))
})

test.describe('at a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('each section of the desk stands without a style or script of its own in the page', async ({
    page,
    product,
  }) => {
    await setUp(page, product, 'Policy')
    const links = page.getByRole('navigation').getByRole('link')
    const sections = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(sections.length).toBeGreaterThan(10)
    for (const section of sections) {
      await page.evaluate((to) => (location.hash = to.slice(to.indexOf('#'))), section)
      await expect(page.getByRole('main').locator('output[aria-label]')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    expect(await page.locator('style').count()).toBe(0)
  })
})
