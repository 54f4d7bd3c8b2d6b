import { holderName } from '@truemark/core/ledger/holders'
import { readFileSync } from 'node:fs'
import { type Page, expect } from '@playwright/test'
import { locales, type LocaleId } from '@truemark/protocol/locale'
import { ieoRoutes } from '@truemark/protocol/routes/ieo'
import { investRoutes } from '@truemark/protocol/routes/invest'
import { miningRoutes } from '@truemark/protocol/routes/mining'
import { sampleUntil, speakLive } from '../../apps/server/src/invest/testing/saver.ts'
import { keyNow } from '../../apps/server/src/testing/keys.ts'
import type { LiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { makeOperator } from '../../apps/server/src/testing/people.ts'
import { clippedTexts, turnTo, unwritten } from './screenChecks.ts'
import { launch, offerInvest, offerMining } from './wealthOffers.ts'
import { type Saver, scrollsAside, test } from './wealthStage.ts'

// a file's journeys share a worker otherwise, and the other would stand idle
test.describe.configure({ mode: 'parallel' })

const usdt = 1_000_000n
const dayMs = 86_400_000

/** What is there to be shown. */
interface Furnished {
  readonly saver: Saver
  /** Where what is offered can be taken; the demo's examples show the same in every language (everyScreen.journey.ts). */
  readonly forms: readonly [mining: string, invest: string]
}

/** Where what somebody has taken is shown. */
const own = ['/lockming/records', '/invest/my-finances', '/ieo/ieo', '/ieo/ieo-record', '/assetsInfo'] as const

/** Somebody with an order of locked mining, an investment that runs and one that was settled, and a subscription. */
async function furnish(live: LiveServer, saver: Saver): Promise<Furnished> {
  const quiet = speakLive(live)
  const operator = await makeOperator(live, 'administrator', `Wanda of ${holderName(saver.holder)}`)
  // other journeys of this worker have let the market's clock run ahead
  const { rows } = await live.database.query<{ stamp: string | null }>('SELECT max(stamp) AS stamp FROM index_sample')
  const clock = Math.max(Date.now(), Number(rows[0]?.stamp ?? 0))
  const maturity = Math.ceil((clock + 8 * dayMs) / 1_000) * 1_000
  const product = await offerMining(live, operator, 365)
  const maturities = [maturity, maturity + 20 * dayMs]
  for (const maturity_date of maturities) await offerInvest(live, operator, { maturity_date })
  const project_id = await launch(live, operator, clock + 90 * dayMs)
  const { token } = saver
  const lock = { product_id: product, amount: '1000' }
  await live.ok(miningRoutes.miningOrderPlace, { token, body: lock, key: keyNow() })
  // other journeys of this worker have offers of their own
  const { items: all } = await live.ok(investRoutes.investProducts, { token })
  const offered = all.filter((one) => maturities.includes(one.maturity_date))
  for (const { product_id } of offered) {
    await live.ok(investRoutes.investOrderPlace, { token, body: { product_id, quantity: 2 }, key: keyNow() })
  }
  await live.ok(ieoRoutes.ieoSubscribe, { token, body: { project_id, quantity: '5' }, key: keyNow() })
  await sampleUntil(live, maturity, 900_000)
  quiet()
  const invest = `/invest/purchase?product=${offered.at(-1)?.product_id ?? ''}`
  return { saver, forms: [`/lockming/order?product=${product}`, invest] }
}

async function check(page: Page, where: string): Promise<void> {
  expect(await page.locator('body').innerText(), where).not.toMatch(unwritten)
  expect(await scrollsAside(page), `${where} scrolls aside`).toBe(false)
  expect(await clippedTexts(page), where).toEqual([])
}

interface Looking {
  readonly locale: LocaleId
  readonly size: { readonly width: number; readonly height: number }
}

async function look(saver: Saver, screens: readonly string[], { locale, size }: Looking): Promise<Page> {
  const context = await saver.open({ locale, size })
  const page = await context.newPage()
  await page.goto('/setting/about-us')
  for (const path of screens) {
    await turnTo(page, path)
    await check(page, `${path} in ${locale} at ${size.width} px`)
  }
  return page
}

test('wealth products stand with content at 320 px in every language', async ({ live, makeSaver }) => {
  const { saver } = await furnish(live, await makeSaver('screens@example.org', 9_000n * usdt))
  for (const { id } of locales) {
    const page = await look(saver, own, { locale: id, size: { width: 320, height: 700 } })
    await page.context().close()
  }
})

/** The texts of an area in a language, by their keys. */
function wordsOf(tag: string, area: string): (key: string) => string {
  const file = new URL(`../../packages/locales/${tag}/${area}.json`, import.meta.url)
  const texts: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return (key) => String(key.split('.').reduce<unknown>((at, part) => Reflect.get(Object(at), part), texts))
}

/** Opens a sheet, looks at it, and closes it. */
async function sheet(page: Page, where: string, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check(page, `the sheet of ${where}`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('wealth products stand with content and their sheets on a desktop, in the longest and the shortest language', async ({
  live,
  makeSaver,
}) => {
  const { saver, forms } = await furnish(live, await makeSaver('screens-wide@example.org', 9_000n * usdt))
  for (const { id, tag } of locales.filter((one) => one.id === 'fre' || one.id === 'zh')) {
    const page = await look(saver, [...own, '/financial'], { locale: id, size: { width: 1440, height: 900 } })
    for (const [path, area, amount, key] of [
      [forms[0], 'mining', '200', 'form.review'],
      [forms[1], 'invest', '2', 'form.review'],
      ['/ieo/ieo', 'ieo', '3', 'form.review'],
      ['/lockming/records', 'mining', '', 'redeem.open'],
    ] as const) {
      await turnTo(page, path)
      await check(page, `${path} in ${id}`)
      if (amount !== '') await page.getByRole('main').getByRole('textbox').first().fill(amount)
      await sheet(page, `${path} in ${id}`, wordsOf(tag, area)(key))
    }
    await page.context().close()
  }
})
