import { wealthProducts } from '@truemark/core/capability/products'
import type { HolderId } from '@truemark/core/ledger/holders'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type Page, test as base } from '@playwright/test'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { BalanceStream } from '../../apps/server/src/account/door.ts'
import { Catalogue } from '../../apps/server/src/engine/door.ts'
import { must, openWealth, saver } from '../../apps/server/src/invest/testing/saver.ts'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { personPassword } from '../../apps/server/src/testing/people.ts'
import { phone } from './stage.ts'

/** A context that is made by hand knows nothing of the tests' own limits. */
const actionMax = 15_000
const stopMax = 30_000
/** Where the built apps lie; another folder may be named. */
const appsFolder = process.env['APPS_FOLDER'] ?? join(import.meta.dirname, '../../apps')

/** Somebody with a real account that may use wealth products. */
export interface Saver {
  readonly token: string
  readonly holder: HolderId
  open(options?: SaverOptions): Promise<BrowserContext>
}

export interface SaverOptions {
  readonly locale?: string
  readonly size?: { readonly width: number; readonly height: number }
}

interface Parts {
  /** Makes somebody with so much USDT, in smallest units, who has understood the risks unless it says otherwise. */
  readonly makeSaver: (email: string, usdt: bigint, understands?: boolean) => Promise<Saver>
}

interface WorkerParts {
  readonly live: LiveServer
}

/**
 * Wealth products are for real accounts alone, and those trade on live prices alone: the slices and the built apps stand
 * in the test's own process, where what is due can be brought about without waiting for its day.
 */
export const test = base.extend<Parts, WorkerParts>({
  live: [
    async ({ browserName }, use) => {
      base.expect(browserName).toBe('chromium')
      const live = await startLiveServer({ appsFolder })
      for (const product of wealthProducts) await openWealth(live, product)
      await tellBalances(live)
      await use(live)
      await live.stop()
    },
    { scope: 'worker', timeout: 60_000 + stopMax },
  ],
  baseURL: async ({ live }, use) => use(addressOf(live)),
  makeSaver: async ({ live, browser }, use) => {
    const opened: BrowserContext[] = []
    await use(async (email, usdt, understands = true) => {
      const { token, holder } = await saver(live, email, { usdt, understands })
      const body = { account: email, password: personPassword }
      const answer = await live.ok(identityRoutes.login, { body })
      return {
        token,
        holder,
        async open(options) {
          const context = await signedIn(browser, addressOf(live), answer, options)
          opened.push(context)
          return context
        },
      }
    })
    for (const context of opened) await context.close()
  },
})

/** Who is signed in hears of each change of a balance, as from the server's own process. */
async function tellBalances({ hub, engine }: LiveServer): Promise<void> {
  const catalogue = await Catalogue.load(engine.exchange)
  const stream = new BalanceStream(hub, engine.exchange, catalogue, (error) => {
    throw error
  })
  engine.onCommitted((events, seq, time) => stream.take({ events, seq, time }))
}

function addressOf({ port }: LiveServer): string {
  return `http://127.0.0.1:${port}`
}

async function signedIn(
  browser: Browser,
  origin: string,
  real: unknown,
  { locale = 'en', size = phone.viewport }: SaverOptions = {},
): Promise<BrowserContext> {
  const value = JSON.stringify({ state: { mode: 'real', real, demo: null, locale }, version: 1 })
  const context = await browser.newContext({
    ...phone,
    isMobile: size.width < 768,
    viewport: size,
    baseURL: origin,
    storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'truemark.session', value }] }] },
  })
  context.setDefaultTimeout(actionMax)
  return context
}

/** Time comes to a moment ahead, as the market's clock tells it: what was due by then is done. */
export async function passTo(live: LiveServer, stamp: number): Promise<void> {
  await must(live, { type: 'sampleIndex', stamp, kind: 'live', samples: [] })
}

/** Whether the page is wider than its window. */
export async function scrollsAside(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}
