import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, type Page, expect } from '@playwright/test'
import { openPaths, paths } from './paths.ts'
import { scrollsAside, test } from './stage.ts'
import { makeHolder, openReal, openWallet } from './walletStage.ts'

// a file's journeys share a worker otherwise, and the other would stand idle
test.describe.configure({ mode: 'parallel' })

const narrow = { width: 320, height: 700 }
const locales = ['en', 'zh', 'jp', 'vie', 'th', 'kor', 'fre', 'spa'] as const

/** Where a real account sees what a demo account is only told about. */
const ofReal = paths.filter((path) =>
  /^\/(withdrawal|recharge|lockming|invest|ieo|setting\/(auth|security|change|account|crypto|notif|your))/.test(path),
)

for (const locale of locales) {
  test(`every screen stands in ${locale} at 320 px, whole, with no fault of accessibility`, async ({
    guest,
    product,
    browser,
    complaints,
  }) => {
    test.setTimeout(300_000)
    await sweep(await guest.open({ size: narrow, locale }), [...paths, ...openPaths], locale)
    await openWallet(product)
    const holder = await makeHolder(product, `sweep-${locale}@example.org`)
    const context = await openReal(browser, product, holder, { locale, size: narrow })
    context.on('page', (page) => complaints.watch(page))
    await sweep(context, ofReal, locale)
    await context.close()
  })
}

async function sweep(context: BrowserContext, screens: readonly string[], locale: string): Promise<void> {
  const page = await context.newPage()
  await page.goto('/setting/about-us')
  for (const path of screens) {
    await turnTo(page, path)
    const where = `${path} in ${locale}`
    // a text that is missing shows as its key, and one that was not filled in with its braces
    expect(await page.getByRole('main').innerText(), where).not.toMatch(/\b[a-z]+\.[a-z]+[A-Z][a-zA-Z]*\b|\{\w+\}/)
    expect(await scrollsAside(page), `${where} scrolls aside`).toBe(false)
    expect(await clippedTexts(page), where).toEqual([])
    if (/^\/(withdrawal|recharge)/.test(path)) expect(await smallTargets(page), where).toEqual([])
    expect(await faultsOf(page, locale), where).toEqual([])
  }
  await page.close()
}

/** Goes to a screen as a link of the app does, and waits until nothing in it is still on its way. */
async function turnTo(page: Page, path: string): Promise<void> {
  if (path.startsWith('/transparency/')) {
    // its parts are one screen, which stays
    await page.goto(path)
  } else await follow(page, path)
  const main = page.getByRole('main')
  await expect(main).not.toBeEmpty()
  await expect(main.locator('output[aria-label]'), `${path} is loading`).toHaveCount(0)
}

async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('main')?.firstElementChild?.setAttribute('data-left', '')
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  await expect(page.locator('main > [data-left]'), `${path} did not come`).toHaveCount(0)
}

/** Texts of buttons and tabs that their box cuts off. */
async function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, nav a, [role="tab"]')]
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.innerText),
  )
}

/** What can be pressed and is lower than 44 px. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main a, main label:has(input)')]
      .filter((element) => element.checkVisibility() && element.offsetHeight < 44)
      .map((element) => `${element.innerText} ${element.offsetHeight}`),
  )
}

/** What a translation can break: names that are missing, and the language that they are in. */
const rulesOfTexts = [
  'aria-command-name',
  'aria-input-field-name',
  'aria-tab-name',
  'aria-toggle-field-name',
  'button-name',
  'document-title',
  'empty-heading',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'input-button-name',
  'label',
  'link-name',
  'list',
  'page-has-heading-one',
  'select-name',
  'svg-img-alt',
  'valid-lang',
]

/** Roles, colours and order are the same in every language, and looking at them takes long: one language is enough. */
async function faultsOf(page: Page, locale: string): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (locale === 'en' ? builder : builder.withRules(rulesOfTexts)).analyze()
  return violations.map((one) => `${one.id} at ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`)
}
