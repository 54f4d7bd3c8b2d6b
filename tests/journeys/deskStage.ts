import { randomBytes } from 'node:crypto'
import { type Locator, type Page, expect } from '@playwright/test'
import { makeOperatorLink } from '../../apps/server/src/operator/door.ts'
import type { Product } from '../product.ts'
import { authenticatorCode } from './authenticator.ts'

/** The password of every operator of the journeys. */
export const password = 'Seven-quiet-rivers'

/** By what an operator signs in again. */
export interface Seat {
  readonly name: string
  /** The authenticator's, as the page has shown it. */
  readonly secret: string
}

/**
 * Follows a new one-time link to the overview as anybody does. The name begins with `first`: journeys share a server,
 * in an order that no two runs have in common, and a name is an operator's alone.
 */
export async function setUp(page: Page, product: Pick<Product, 'database'>, first: string): Promise<Seat> {
  const name = `${first} ${randomBytes(3).toString('hex')}`
  await page.goto(await makeOperatorLink(product.database(), 'administrator', 'journey'))
  await expect(page.getByRole('img', { name: 'Scan this code with your authenticator app' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replace(/\s/g, '')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Code that the app shows').fill(authenticatorCode(secret, Date.now()))
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  return { name, secret }
}

/** Opens a section of the menu, which stands behind a button on a phone. */
export async function open(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  if (await button.isVisible()) await button.click()
  // some count what waits, or say what is due: "Messages 1", "Deposits 2 (1 escalated)", "House accounts Due"
  const link = new RegExp(
    `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}( (\\d+( \\(\\d+ escalated\\))?|Due|Differs))?$`,
  )
  await page.getByRole('navigation').getByRole('link', { name: link }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

const queueMax = 30_000

/** The first row of a table that bears a text. */
export async function rowOf(page: Page, text: string): Promise<Locator> {
  const row = page.getByRole('row').filter({ hasText: text })
  // a queue that is open already reads itself anew every fifteen seconds
  await expect(row.first()).toBeVisible({ timeout: queueMax })
  return row.first()
}
