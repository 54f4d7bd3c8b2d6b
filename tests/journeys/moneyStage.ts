import { type Browser, type Locator, type Page, expect } from '@playwright/test'
import { call, listAt, textAt } from '../client.ts'
import type { Product } from '../product.ts'
import { open, rowOf, setUp } from './deskStage.ts'
import { phone } from './stage.ts'

const actionMax = 30_000

/** An operator at a desk of their own. */
export interface Operator {
  readonly page: Page
  readonly name: string
  readonly token: string
}

/** Makes an administrator by a one-time link, in a browser of their own. */
export async function seatOperator(browser: Browser, product: Product, first: string): Promise<Operator> {
  const context = await browser.newContext({ baseURL: product.address, viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(actionMax)
  const page = await context.newPage()
  const { name } = await setUp(page, product, first)
  const token = await page.evaluate(() => {
    const kept: unknown = JSON.parse(sessionStorage.getItem('truemark.desk.session') ?? '{}')
    return typeof kept === 'object' && kept !== null && 'token' in kept ? String(kept.token) : ''
  })
  return { page, name, token }
}

/** A phone of somebody who has been here never before. */
export async function openPhone(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({ ...phone, baseURL: product.address })
  context.setDefaultTimeout(actionMax)
  return context.newPage()
}

/** Approves in the desk what the other operator has asked for. */
export async function approve({ page }: Operator, asker: string, kind: string): Promise<void> {
  await open(page, 'Approvals')
  await (await rowOf(page, asker)).getByRole('button').click()
  const sheet = page.getByRole('dialog', { name: kind })
  await sheet.getByLabel('Reason for the decision').fill('compared and right')
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await expect(sheet).toHaveCount(0)
}

/** Switches a product on for a country, as two operators ask and approve it. */
export async function switchOn(product: Product, asker: Operator, second: Operator, name: string): Promise<void> {
  const body = { on: true, reason: 'licensed there' }
  const asked = { method: 'PUT', token: asker.token, body } as const
  await expect.poll(async () => (await call(product.address, `/desk/products/PT/${name}`, asked)).code).toBe(13_120)
  const { data } = await call(product.address, '/desk/proposals', { token: second.token })
  const [proposal] = listAt(data, 'items')
  const decision = { approve: true, digest: textAt(proposal, 'digest'), reason: 'read and right' }
  const path = `/desk/proposals/${textAt(proposal, 'id')}/decide`
  const done = await call(product.address, path, { method: 'POST', token: second.token, body: decision })
  expect(done.code).toBe(200)
}

/** Opens a row of a queue and gives its sheet. */
export async function openRow({ page }: Operator, section: string, text: string, sheet: string): Promise<Locator> {
  await open(page, section)
  await (await rowOf(page, text)).getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: sheet })
  await expect(dialog).toBeVisible()
  return dialog
}

/** A picture of a colour of its own, drawn by the page itself. */
export async function drawn(page: Page, red: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const text = await page.evaluate((tone) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 640, height: 400 })
    const context = canvas.getContext('2d')
    if (context === null) return ''
    context.fillStyle = `rgb(${tone} 120 90)`
    context.fillRect(0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  }, red)
  return { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from(text, 'base64') }
}

/** Chooses an entry of a menu by its label. */
export async function choose(page: Page, label: string, entry: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: entry }).click()
}
