import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { call, fillOrder, listAt, newKey, openDemo, textAt, units } from '../client.ts'
import { open, setUp } from './deskStage.ts'
import { faultsOf } from './sound.ts'
import { phone, scrollsAside, test } from './stage.ts'

const parts = [
  'rules',
  'terms',
  'prices',
  'counterparty',
  'insurance',
  'halts',
  'withdrawals',
  'approvals',
  // the last, whose form is filled in
  'evidence',
]

test.describe('a guest with a phone of 320 px', () => {
  test.use({ ...phone, viewport: { width: 320, height: 700 } })

  test('reads what can be checked without an account', async ({ page }) => {
    test.setTimeout(180_000)
    await page.goto('/transparency')
    await expect(page.getByText('Don’t trust us. Check us.')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    for (const part of parts) {
      await page.goto(`/transparency/${part}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('main').locator('output[aria-label="Loading"]')).toHaveCount(0)
      expect(await scrollsAside(page), part).toBe(false)
      expect(await faultsOf(page), part).toEqual([])
    }
    await page.getByLabel(/^Number of the option, contract/).fill('0123456789abcdefghjkmnpqrs')
    await page.getByRole('button', { name: 'Check' }).tap()
    await expect(page.getByText('Nothing with this number was settled here')).toBeVisible()
  })
})

test.describe('a proof of what is owed', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('is made in the desk, and a reader walks from their balance to its root', async ({ page, product, guest }) => {
    test.setTimeout(180_000)
    // a tree of more than one leaf
    await openDemo(product.address)
    await setUp(page, product, 'Irene')
    await open(page, 'Proofs of liabilities')
    // a server that has just started makes the day's proof, and the next can be made a minute later
    await expect(async () => {
      await page.getByRole('button', { name: 'Make a proof now' }).click()
      await expect(page.getByText('The proof is published.')).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 90_000 })

    await statesAssets(page)

    const reader = await (await guest.open()).newPage()
    await reader.goto('/transparency/liabilities')
    await expect(reader.getByText('The operator has stated nothing yet.')).toBeVisible()
    await reader.getByRole('button', { name: 'Check my balance' }).tap()
    await expect(reader.getByText('is in the published sum.').first()).toBeVisible()
    await expect(reader.getByRole('list', { name: 'From your balance to the root' }).first()).toContainText('Root')
    await expect(reader.getByText('USDT: the proof says 100,000, as your records do of that moment.')).toBeVisible()
    await expect(reader.getByText('The signature under the published key holds.')).toBeVisible()
    const [saved] = await Promise.all([
      reader.waitForEvent('download'),
      reader.getByRole('button', { name: 'Save the proof' }).tap(),
    ])
    expect(await verified(await saved.path(), 'verifyLiabilities')).toMatchObject({ code: 0 })
    await rewritten(reader)
    await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await scrollsAside(reader)).toBe(false)
    expect(await faultsOf(reader)).toEqual([])
  })
})

/** What one operator states of assets waits for a second person, and nobody outside reads it until then. */
async function statesAssets(page: Page): Promise<void> {
  await open(page, 'House accounts')
  await page.getByRole('button', { name: 'State assets' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Amount').fill('12.5')
  await sheet.getByLabel('Currency').fill('USDT')
  await expect(sheet.getByText('This currency has no network yet.')).toBeVisible()
  await sheet.getByText('With somebody').click()
  await sheet.getByLabel('With whom').fill('Example Custody')
  await sheet.getByLabel('Reason').fill('as of today')
  expect(await faultsOf(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(page.getByText('Asked. It stands under Approvals.')).toBeVisible()
}

/** A browser keeps the heads, and says so wherever its reader goes once the past that it is shown is another. */
async function rewritten(reader: Page): Promise<void> {
  await reader.goto('/transparency')
  await reader.getByRole('button', { name: 'Check now' }).tap()
  await expect(reader.getByText(/both logs have only grown since your last visit/)).toBeVisible()
  await reader.evaluate(() => {
    const kept = localStorage.getItem('truemark.heads') ?? ''
    localStorage.setItem('truemark.heads', kept.replace(/"digest":"[0-9a-f]{8}/, '"digest":"00000000'))
  })
  await reader.reload()
  await reader.getByRole('button', { name: 'Check now' }).tap()
  const strip = reader.getByRole('link', { name: 'The past shown here was changed. See what your browser kept.' })
  await expect(strip).toBeVisible()
  await expect(reader.getByText(/were not those that this browser keeps since/)).toBeVisible()
  await reader.goto('/home')
  await strip.tap()
  await reader.getByRole('button', { name: 'Forget what is kept' }).tap()
  await expect(strip).toBeHidden()
  await reader.goto('/transparency/liabilities')
}

const programs = join(import.meta.dirname, '../../apps/server/dist')

/** What the command says of a saved file, and the code that it ends with. */
async function verified(
  path: string,
  command: 'verifyEvidence' | 'verifyLiabilities' = 'verifyEvidence',
): Promise<{ code: number; said: string }> {
  try {
    const verifier = join(programs, `${command}.js`)
    const { stdout } = await promisify(execFile)(process.execPath, [verifier, path], { timeout: 20_000 })
    return { code: 0, said: stdout }
  } catch (failure) {
    const said = failure instanceof Error && 'stdout' in failure ? String(failure.stdout) : ''
    return { code: 1, said }
  }
}

const usdt = 100_000_000n

/** A contract whose stop-loss and take-profit stand so near to the mark that one of them fires soon; gives its number. */
async function fired(address: string, token: string): Promise<string> {
  const money = { from: 'coin', to: 'contract', currency: 'USDT', amount: '20000' }
  await call(address, '/account/transfers', { method: 'POST', token, body: money, key: newKey() })
  const order = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '0.1', multiple: 5 }
  const opened = await fillOrder(address, token, { path: '/contract/orders', ...order })
  const id = textAt(opened.data, 'order_id')
  const entry = units(textAt(opened.data, 'entry_price')) / usdt
  const protect = async (): Promise<number> => {
    const { data } = await call(address, '/transparency/index_samples/BTCUSDT')
    const mark = units(textAt(listAt(data).at(-1), 'index')) / usdt
    // either lies beyond the entry too, and so far that the mark of a second ago will do
    const [low, high] = mark < entry ? [mark, entry] : [entry, mark]
    const body = { stop_loss: String(low - 15n), take_profit: String(high + 15n) }
    return (await call(address, `/contract/orders/${id}`, { method: 'PATCH', token, body })).code
  }
  await expect.poll(protect, { timeout: 30_000 }).toBe(200)
  const status = async () => textAt((await call(address, `/contract/orders/${id}`, { token })).data, 'order', 'status')
  await expect.poll(status, { timeout: 90_000 }).toBe('settled')
  return id
}

test('the evidence of a stop that fired is checked by the browser, saved, and checked again without a server', async ({
  guest,
  product,
}, info) => {
  test.setTimeout(240_000)
  const id = await fired(product.address, guest.token)
  const page = await (await guest.open({ size: { width: 320, height: 700 } })).newPage()
  await page.goto(`/market/trade/orderDetails?game=contract&id=${id}`)
  await page.getByRole('link', { name: 'Public evidence' }).tap()
  await expect(page.getByRole('heading', { name: /^(Stop-loss|Take-profit): BTCUSDT$/ })).toBeVisible()
  await expect(
    page.getByText('The mark had passed the price that was set, on the side that the rule names.'),
  ).toBeVisible()
  const save = page.getByRole('button', { name: 'Save the evidence' })
  await expect(save).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('The log holds it at its place')).toBeVisible()
  await expect(page.getByText('Does not hold')).toHaveCount(0)
  expect(await scrollsAside(page)).toBe(false)
  expect(await faultsOf(page)).toEqual([])

  const saving = page.waitForEvent('download')
  await save.tap()
  const path = info.outputPath('evidence.json')
  await (await saving).saveAs(path)
  // what its owner alone is shown stands below, and is checked in the same way
  const savingOwn = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save your own evidence' }).tap()
  const own = info.outputPath('own.json')
  await (await savingOwn).saveAs(own)
  expect(await verified(own)).toMatchObject({ code: 0 })
  const whole = await verified(path)
  expect(whole).toMatchObject({ code: 0 })
  expect(whole.said).toContain('Holds: The mark had passed the price that was set.')
  await writeFile(path, (await readFile(path, 'utf8')).replace('\\"lots\\":\\"0.1\\"', '\\"lots\\":\\"0.2\\"'))
  const changed = await verified(path)
  expect(changed.code).toBe(1)
  expect(changed.said).toContain('Fails: The document has the digest that is told of it.')
})
