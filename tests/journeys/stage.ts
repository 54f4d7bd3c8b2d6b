import { type Browser, type BrowserContext, type Page, test as base } from '@playwright/test'
import { openDemo } from '../client.ts'
import { type Product, makeFolder, startProduct } from '../product.ts'
import { type PushService, startPushService } from './pushService.ts'

/** The phone that the product is made for. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** Signs the link of an operator's own chat. */
export const linkSecret = 'a-secret-for-links-of-journeys'

/** What a page complained of: errors in its console, errors that nobody caught, requests that failed. */
export interface Complaints {
  readonly list: string[]
  /** Complaints that a journey brings about itself and that are none therefore. */
  allow(pattern: RegExp): void
  watch(page: Page): void
}

/** A person's browser session: the answer of a login, kept as the app keeps it. */
export interface Visit {
  readonly token: string
  /** A context that is signed in; `locale` is the app's own id of a language. */
  open(options?: VisitOptions): Promise<BrowserContext>
}

export interface VisitOptions {
  readonly locale?: string
  readonly size?: { readonly width: number; readonly height: number }
  /** What a service worker asks for can't be routed, so there is none where a journey does not want it. */
  readonly serviceWorkers?: 'allow' | 'block'
}

export interface WorkerParts {
  readonly pushes: PushService
  readonly product: Product
}

export interface Parts {
  readonly complaints: Complaints
  /** A fresh demo account. */
  readonly guest: Visit
}

/** Journeys run against the one built server that the first of them starts, on a data folder of its own. */
export const test = base.extend<Parts, WorkerParts>({
  pushes: [
    async ({ browserName }, use) => {
      base.expect(browserName).toBe('chromium')
      const service = await startPushService()
      await use(service)
      service.close()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ pushes }, use) => {
      const folder = makeFolder()
      try {
        const product = await startProduct(folder, { PUSH_ORIGINS: pushes.origin, SUPPORT_LINK_SECRET: linkSecret })
        await use(product)
        await product.stop()
      } finally {
        await folder.remove()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.address),
  complaints: [
    async ({ context }, use) => {
      const complaints = createComplaints()
      context.on('page', (page) => complaints.watch(page))
      await use(complaints)
      base.expect(complaints.list).toEqual([])
    },
    { auto: true },
  ],
  guest: async ({ product, browser, complaints }, use) => {
    const { token, answer } = await openDemo(product.address)
    const opened: BrowserContext[] = []
    await use({
      token,
      async open(options) {
        const context = await signedIn(browser, product.address, answer, options)
        context.on('page', (page) => complaints.watch(page))
        opened.push(context)
        return context
      },
    })
    for (const context of opened) await context.close()
  },
})

function createComplaints(): Complaints {
  const list: string[] = []
  // what Playwright itself says where a journey wants no service worker
  const allowed: RegExp[] = [/Service Worker registration blocked by Playwright/]
  const note = (complaint: string): void => {
    if (!allowed.some((pattern) => pattern.test(complaint))) list.push(complaint)
  }
  return {
    list,
    allow: (pattern) => allowed.push(pattern),
    watch(page) {
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') note(`console: ${message.text()}`)
      })
      page.on('pageerror', (error) => note(`uncaught: ${error.message}`))
      page.on('requestfailed', (request) => {
        const fault = request.failure()?.errorText ?? ''
        // The browser itself gives up what a page asked for when the page is left.
        if (fault !== 'net::ERR_ABORTED') note(`failed: ${request.url()} ${fault}`)
      })
      page.on('response', (response) => {
        if (response.status() >= 400) note(`answer ${response.status()}: ${response.url()}`)
      })
    },
  }
}

async function signedIn(
  browser: Browser,
  origin: string,
  demo: unknown,
  { locale = 'en', size = phone.viewport, serviceWorkers = 'block' }: VisitOptions = {},
): Promise<BrowserContext> {
  const state = { mode: 'demo', real: null, demo, locale }
  const value = JSON.stringify({ state, version: 1 })
  return browser.newContext({
    ...phone,
    isMobile: size.width < 768,
    viewport: size,
    serviceWorkers,
    baseURL: origin,
    storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'truemark.session', value }] }] },
  })
}

/** Whether the page is wider than its window. */
export async function scrollsAside(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}
