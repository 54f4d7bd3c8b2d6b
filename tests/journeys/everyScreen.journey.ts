import { type Browser, type BrowserContext, expect } from '@playwright/test'
import { locales } from '@truemark/protocol/locale'
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

for (const { id: locale, tag } of locales) {
  test(`every screen stands in ${locale} at 320 px, whole, with no fault of accessibility`, async ({
    guest,
    product,
    browser,
    complaints,
  }) => {
    test.setTimeout(300_000)
    const examples = await exampleOf(product, guest.token)
    const look = { locale, tag }
    await sweep(await guest.open({ size: narrow, locale }), [...paths, ...openPaths].map(examples), look)
    const stranger = await strangerContext(browser, product, locale)
    stranger.on('page', (page) => complaints.watch(page))
    await sweep(stranger, guestPaths, look, '/login')
    await stranger.close()
    await openWallet(product)
    const holder = await makeHolder(product, `sweep-${locale}@example.org`)
    const context = await openReal(browser, product, holder, { locale, size: narrow })
    context.on('page', (page) => complaints.watch(page))
    await sweep(context, ofReal, look)
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
  { locale, tag }: { readonly locale: string; readonly tag: string },
  first = '/setting/about-us',
): Promise<void> {
  const page = await context.newPage()
  await page.goto(first)
  const languages = new Set<string>()
  for (const path of screens) {
    await turnTo(page, path)
    const where = `${path} in ${locale}`
    const { text, language, ...looks } = await page.evaluate(lookAt)
    const [pathname = ''] = path.split('?')
    expect(looks, where).toEqual({
      pathname,
      scrollsAside: false,
      clipped: [],
      small: /^\/(withdrawal|recharge)/.test(path) ? [] : looks.small,
      nameless: [],
    })
    const wrong = unwritten.exec(text) ?? /There is no such page|stopped working|could not be loaded/.exec(text)
    expect([wrong?.[0], text.length > 10], where).toEqual([undefined, true])
    languages.add(language)
    // roles, order and colours are the same in every language, and looking at them takes long: one is enough
    if (locale === 'en') expect(await faultsOf(page), where).toEqual([])
  }
  expect([...languages]).toEqual([tag])
  await page.close()
}

/**
 * All that a screen shows at 320 px at one look: its text and its language, what its boxes cut off, what is lower than
 * 44 px, and what can be acted on without having a name.
 */
function lookAt() {
  const shown = (selector: string): HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())
  const named = (element: HTMLElement): boolean => {
    const within = [element, ...element.querySelectorAll('[aria-label], [aria-labelledby], [alt], title')]
    return element.innerText.trim() !== '' || within.some((part) => /\S/.test(nameIn(part)))
  }
  const nameIn = (part: Element): string =>
    part.getAttribute('aria-label') ??
    part.getAttribute('aria-labelledby') ??
    part.getAttribute('alt') ??
    (part.tagName === 'title' ? part.textContent : '')
  return {
    pathname: location.pathname,
    text: document.querySelector('main')?.innerText.trim() ?? '',
    language: document.documentElement.lang,
    scrollsAside: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    clipped: shown('button, nav a, [role="tab"]')
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.innerText),
    small: shown('main button, main a, main label:has(input)')
      .filter((element) => element.offsetHeight < 44)
      .map((element) => `${element.innerText} ${element.offsetHeight}`),
    nameless: shown('a, button, [role="tab"], [role="switch"], img:not([alt=""]):not([aria-hidden])')
      .filter((element) => !named(element))
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  }
}
