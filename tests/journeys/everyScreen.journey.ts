import { locales } from '@truemark/protocol/locale'
import { type Browser, type BrowserContext, expect } from '@playwright/test'
import { call, textAt } from '../client.ts'
import type { Product } from '../product.ts'
import { guestPaths, openPaths, paths } from './paths.ts'
import { turnTo, unwritten } from './screenChecks.ts'
import { faultsOf } from './sound.ts'
import { test } from './stage.ts'
import { makeHolder, openReal, openWallet } from './walletStage.ts'

// a file's journeys share a worker otherwise, and the other would stand idle
test.describe.configure({ mode: 'parallel' })

const narrow = { width: 320, height: 700 }

/** Where a real account sees what a demo account is only told about. */
const ofReal = paths
  .filter((path) =>
    /^\/(withdrawal|recharge|lockming|invest|ieo|setting\/(auth|security|change|account|crypto|notif|your))/.test(path),
  )
  .map((path) => (/receive-money|submit-voucher/.test(path) ? `${path}?currency=USDT&network=TRC20` : path))

for (const { id: locale } of locales) {
  test(`every screen stands in ${locale} at 320 px, whole, with no fault of accessibility`, async ({
    guest,
    product,
    browser,
    complaints,
  }) => {
    test.setTimeout(300_000)
    const examples = await exampleOf(product, guest.token)
    await sweep(await guest.open({ size: narrow, locale }), [...paths, ...openPaths].map(examples), locale)
    const stranger = await strangerContext(browser, product, locale)
    stranger.on('page', (page) => complaints.watch(page))
    await sweep(stranger, guestPaths, locale, '/login')
    await stranger.close()
    await openWallet(product)
    const holder = await makeHolder(product, `sweep-${locale}@example.org`)
    const context = await openReal(browser, product, holder, { locale, size: narrow })
    context.on('page', (page) => complaints.watch(page))
    await sweep(context, ofReal, locale)
    await context.close()
  })
}

/** Turns a path that shows a product into that of one of the demo's examples. */
async function exampleOf({ address }: Product, token: string): Promise<(path: string) => string> {
  const first = async (path: string): Promise<string> => {
    let found = ''
    // the server lays its examples out once it knows the index of the day
    await expect
      .poll(async () => {
        const { data } = await call(address, path, { token })
        found = textAt(data, 'items', 0, 'product_id')
        return found
      })
      .not.toBe('')
    return found
  }
  const products = new Map([
    ['/lockming/order', await first('/mining/products')],
    ['/invest/purchase', await first('/invest/products')],
  ])
  return (path) => (products.has(path) ? `${path}?product=${products.get(path)}` : path)
}

/** A browser of somebody who is not signed in, in one of the app's languages. */
async function strangerContext(browser: Browser, { address }: Product, locale: string): Promise<BrowserContext> {
  const value = JSON.stringify({ state: { mode: 'real', real: null, demo: null, locale }, version: 1 })
  return browser.newContext({
    viewport: narrow,
    serviceWorkers: 'block',
    baseURL: address,
    storageState: { cookies: [], origins: [{ origin: address, localStorage: [{ name: 'truemark.session', value }] }] },
  })
}

async function sweep(
  context: BrowserContext,
  screens: readonly string[],
  locale: string,
  first = '/setting/about-us',
): Promise<void> {
  const page = await context.newPage()
  await page.goto(first)
  for (const path of screens) {
    await turnTo(page, path)
    const where = `${path} in ${locale}`
    const { text, ...looks } = await page.evaluate(lookAt)
    const [pathname = ''] = path.split('?')
    expect(looks, where).toEqual({
      pathname,
      scrollsAside: false,
      clipped: [],
      small: /^\/(withdrawal|recharge)/.test(path) ? [] : looks.small,
    })
    const wrong = unwritten.exec(text) ?? /There is no such page|stopped working|could not be loaded/.exec(text)
    expect([wrong?.[0], text.length > 10], where).toEqual([undefined, true])
    expect(await faultsOf(page, locale === 'en' ? undefined : rulesOfTexts), where).toEqual([])
  }
  await page.close()
}

/** All that a screen shows at 320 px at one look: its text, what its boxes cut off, and what is lower than 44 px. */
function lookAt() {
  const shown = (selector: string): HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())
  return {
    pathname: location.pathname,
    text: document.querySelector('main')?.innerText.trim() ?? '',
    scrollsAside: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    clipped: shown('button, nav a, [role="tab"]')
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.innerText),
    small: shown('main button, main a, main label:has(input)')
      .filter((element) => element.offsetHeight < 44)
      .map((element) => `${element.innerText} ${element.offsetHeight}`),
  }
}

/**
 * What a translation can break: names that are missing, and the language that they are in. Roles, colours and order are the
 * same in every language, and looking at them takes long: one language is enough.
 */
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
