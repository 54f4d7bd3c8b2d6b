import { type Page, expect } from '@playwright/test'
import { placeOrder } from '../client.ts'
import { test } from './stage.ts'

type Way = (typeof ways)[number]
const ways = ['replace', 'insert first', 'insert behind', 'remove first', 'move'] as const

/** Wraps each text node as a browser's translator does, those that are there and those that come. */
async function translate(page: Page, way: Way): Promise<void> {
  await page.evaluate((how) => {
    const wrap = (text: Node) => {
      const parent = text.parentNode
      if (parent === null || parent.nodeName === 'FONT' || (text.nodeValue ?? '').trim() === '') return
      if (parent instanceof Element && parent.closest('script,style,svg,head') !== null) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.append(inner)
      if (how === 'move') {
        parent.insertBefore(outer, text)
        inner.append(text)
        return
      }
      inner.append(document.createTextNode(text.nodeValue ?? ''))
      const next = text.nextSibling
      if (how === 'replace') parent.replaceChild(outer, text)
      else if (how === 'remove first') {
        parent.removeChild(text)
        parent.insertBefore(outer, next)
      } else {
        parent.insertBefore(outer, how === 'insert first' ? text : next)
        parent.removeChild(text)
      }
    }
    const all = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : []
      while (walker.nextNode()) found.push(walker.currentNode)
      found.forEach(wrap)
    }
    all(document.body)
    new MutationObserver((records) => records.forEach(({ addedNodes }) => addedNodes.forEach(all))).observe(
      document.body,
      { childList: true, subtree: true },
    )
  }, way)
}

const figures = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('main .figures')].map((each) => each.textContent))

for (const way of ways) {
  test(`FC-68 a page that is translated (${way}) lives on: each figure as in one that is not`, async ({
    guest,
    product,
  }) => {
    test.setTimeout(120_000)
    const body = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '10', quantity: '1' }
    await placeOrder(product.address, guest.token, body)
    const context = await guest.open()
    const [plain, translated] = [await context.newPage(), await context.newPage()]
    for (const path of ['/market/trade/option/BTCUSDT', '/market/trade/coins/BTCUSDT']) {
      for (const page of [plain, translated]) await page.goto(path)
      await expect(plain.locator('main .figures').first()).toBeVisible()
      await expect(translated.locator('main .figures').first()).toBeVisible()
      await translate(translated, way)
      const before = await figures(translated)
      await translated.waitForTimeout(6_000)
      // Prices come four times a second: the two are the same at one moment or another, all of them.
      await expect(async () => {
        const [one, other] = await Promise.all([figures(plain), figures(translated)])
        expect(other).toEqual(one)
      }).toPass({ timeout: 25_000, intervals: [50] })
      expect(await figures(translated)).not.toEqual(before)
    }
    // Screens come and go, sheets open and shut.
    await translated.getByRole('button', { name: 'Buy', exact: true }).click()
    await translated.getByRole('dialog').getByRole('textbox').last().fill('5')
    await translated.keyboard.press('Escape')
    for (const name of ['Home', 'Market', 'Assets']) {
      await translated.goto('/home')
      await translate(translated, way)
      await translated.getByRole('link', { name, exact: true }).first().click()
      await expect(translated.locator('main')).toBeVisible()
    }
    await expect(translated.getByText('Something went wrong')).toHaveCount(0)
  })
}
