import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { formatDateTime } from '@truemark/ui/figures/dateTime'
import { call, openDemo, placeOrder, textAt, valueAt } from '../client.ts'
import type { Product } from '../product.ts'
import { authenticatorCode } from './authenticator.ts'
import { open, password, rowOf, setUp } from './deskStage.ts'
import { faultsOf } from './sound.ts'
import { linkSecret, phone, scrollsAside, test, type Visit } from './stage.ts'

test.describe('at a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-write'] })

  test('an operator sets the access up, signs out and in again, and a used link is told so', async ({
    page,
    product,
  }) => {
    const { name, secret } = await setUp(page, product, 'Ada')
    await expect(page.getByRole('main').locator('output[aria-label]')).toHaveCount(0)
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('heading', { name: 'Operator login' })).toBeVisible()
    const logIn = async (code: string): Promise<void> => {
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel('Code of the authenticator app').fill(code)
      await page.getByRole('button', { name: 'Log in' }).click()
    }
    await logIn('000000')
    await expect(page.getByRole('alert')).toHaveText('Name, password or code is wrong')
    // A code's step is used up; the clock of the phone may be one step ahead.
    await logIn(authenticatorCode(secret, Date.now() + 30_000))
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
    await page.goto('/desk/#/link/used-up-link-of-some-length')
    await expect(page.getByText('This link has been used or has expired.')).toBeVisible()
  })

  test('terms and halts hold at once, with their reasons in the audit log', async ({ page, product, guest }) => {
    await setUp(page, product, 'Grace')
    await open(page, 'Markets and fees')
    await page.getByRole('button', { name: 'Change terms: LTCUSDT' }).click()
    const sheet = page.getByRole('dialog', { name: 'Terms of LTC/USDT' })
    await sheet.getByLabel('Maker fee').fill('0.07')
    await sheet.getByRole('button', { name: 'Save for everyone' }).click()
    await expect(sheet.getByLabel('Reason for the change')).toBeFocused()
    await sheet.getByLabel('Reason for the change').fill('launch week')
    await sheet.getByRole('button', { name: 'Save for everyone' }).click()
    await expect(await rowOf(page, 'LTC/USDT')).toContainText('0.07 %')

    await page.getByRole('button', { name: 'Halt or resume: LTCUSDT' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('New risk off').click()
    await dialog.getByLabel('Reason').fill('journey of the desk')
    await dialog.getByRole('button', { name: 'Save for everyone' }).click()
    await expect(await rowOf(page, 'LTC/USDT')).toContainText('journey of the desk')
    const market = await (await guest.open()).newPage()
    for (const which of ['coins', 'option', 'contract']) {
      await market.goto(`/market/trade/${which}/LTCUSDT`)
      const notice = market.getByRole('status').filter({ hasText: 'journey of the desk' })
      await expect(notice, which).toBeVisible()
    }
    await market.close()
    await page.getByRole('button', { name: 'Halt or resume: LTCUSDT' }).click()
    await dialog.getByLabel('Reason').fill('all is well')
    await dialog.getByRole('button', { name: 'Save for everyone' }).click()
    await expect(await rowOf(page, 'LTC/USDT')).not.toContainText('journey of the desk')

    await open(page, 'Audit log')
    await (await rowOf(page, 'launch week')).getByRole('button').click()
    await expect(page.getByRole('dialog')).toContainText('0.001 → 0.0007')
    for (const fact of ['Administrator', 'Request', '127.0.0.1']) {
      await expect(page.getByRole('dialog')).toContainText(fact)
    }
  })

  test('a user is found, disabled with a reason, and enabled again', async ({ page, product, guest }) => {
    await setUp(page, product, 'Hedy')
    await open(page, 'Users')
    await page.getByRole('row').nth(1).getByRole('link').click()
    await expect(page.getByText('That you opened this page is in the audit log.')).toBeVisible()
    for (const [deed, done] of [
      ['Disable user', 'The user is disabled.'],
      ['Enable user', 'The user is enabled.'],
    ] as const) {
      await page.getByRole('button', { name: deed }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByRole('button', { name: deed }).click()
      await expect(dialog.getByLabel('Reason')).toBeFocused()
      await dialog.getByLabel('Reason').fill('asked by phone')
      await dialog.getByRole('button', { name: deed }).click()
      await expect(page.getByText(done)).toBeVisible()
      await expect(dialog).toHaveCount(0)
    }
    // Disabling has ended the sessions.
    expect((await call(product.address, '/user', { token: guest.token })).code).toBe(551)
  })

  test('what came in, went out, was taken as fees and was at stake stands day by day', async ({ page, product }) => {
    const { token } = await openDemo(product.address)
    const order = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.2' }
    expect((await placeOrder(product.address, token, order)).code).toBe(200)
    await setUp(page, product, 'Charles')
    await open(page, 'House and profit')
    const days = page.getByRole('slider', { name: 'Fees' })
    // the last day is today: USDT that the sale brought, or coins at the price of now
    await expect(days).toHaveAttribute('aria-valuetext', /^[0-9-]{10}: [0-9.]+ USDT$/)
    await expect(days).not.toHaveAttribute('aria-valuetext', /: 0 USDT$/)
    await expect(page.getByText('30 days together')).toBeVisible()
    await days.press('ArrowLeft')
    await expect(days).toHaveAttribute('aria-valuetext', /: 0 USDT$/)
    await page.getByText('Owned', { exact: true }).click()
    await expect(page.getByText('Nothing is recorded yet.').or(page.getByText('Last recorded'))).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    // the server looks at it twice a minute
    await expect(async () => {
      await page.reload()
      await page.getByText('At stake', { exact: true }).click()
      const most = page.getByRole('slider', { name: 'At stake' })
      await expect(most).toHaveAttribute('aria-valuetext', /^[0-9-]{10}: [1-9][0-9.]* USDT$/, { timeout: 2_000 })
    }).toPass({ timeout: 60_000 })
    await expect(page.getByText('Highest of 1 day')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
  })

  test('the outbox shows a code to read out, and an invite code is made and ended', async ({ page, product }) => {
    await setUp(page, product, 'Mary')
    const email = 'reader@example.org'
    await call(product.address, '/send_email', { method: 'POST', body: { type: 'register', email } })
    await open(page, 'Outbox')
    await expect(page.getByText('No provider is set: these messages stay here')).toBeVisible()
    const message = page.getByRole('listitem').filter({ hasText: email })
    await expect(message.getByText(/^[0-9]{3} [0-9]{3}$/)).toBeVisible()

    await open(page, 'Invite codes')
    await page.getByRole('button', { name: 'Make a code' }).first().click()
    const sheet = page.getByRole('dialog', { name: 'Make a code' })
    await sheet.getByLabel('Code').fill('AUTUMN26')
    await sheet.getByRole('button', { name: 'Make a code' }).click()
    await page.getByRole('button', { name: 'End the code: AUTUMN26' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End the code' }).click()
    await expect(await rowOf(page, 'AUTUMN26')).toContainText('Ended')
  })

  test('app data and a text are changed for everyone', async ({ page, product, guest, complaints }) => {
    test.slow()
    // a logo that is not there gives way to the name
    complaints.allow(/icons\/none\.png|status of 404/)
    await setUp(page, product, 'Joan')
    await open(page, 'App data')
    await page.getByLabel('Chat link').fill('javascript:alert(1)')
    await expect(page.getByText('An address that begins with https:// or with /')).toBeVisible()
    await page.getByLabel('Chat link').fill('https://chat.example.org/')
    await page.getByLabel('Logo', { exact: true }).fill('/icons/icon-192.png')
    await page.getByLabel('Favicon', { exact: true }).fill('/icons/icon-512.png')
    await page.getByLabel('Official logo', { exact: true }).fill('/icons/none.png')
    await page.getByLabel('Official name').fill('Truemark Ltd')
    await page.getByLabel('Official site', { exact: true }).fill('https://example.org/truemark')
    await page.getByLabel('Time zone').fill('Asia/Tokyo')
    await page.getByRole('switch', { name: '12-hour clock' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved. Title, logo and favicon follow.')).toBeVisible()
    await expect.poll(() => zoneOf(product)).toBe('Asia/Tokyo')
    await readInTokyo(product, guest)
    await readMarks(page, product)
    for (const label of ['Logo', 'Favicon', 'Official logo', 'Official name', 'Official site', 'Chat link']) {
      await page.getByLabel(label, { exact: true }).fill('')
    }
    await page.getByLabel('Time zone').fill('UTC')
    await page.getByRole('switch', { name: '12-hour clock' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => zoneOf(product)).toBe('UTC')

    await open(page, 'Contents')
    await page.getByRole('link', { name: 'About us' }).click()
    await page.getByRole('textbox', { name: 'Heading' }).fill('Who we are')
    await page.getByLabel('Content', { exact: true }).fill('One paragraph.\n\nAnother one.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Publish' }).click()
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    await sheet.getByLabel('Reason').fill('first text')
    await sheet.getByRole('button', { name: 'Publish now' }).click()
    await expect(sheet).toHaveCount(0)
    const { data } = await call(product.address, '/about_us')
    expect(data).toMatchObject({ title: 'Who we are', content: 'One paragraph.\n\nAnother one.' })
  })
})

async function zoneOf({ address }: Product): Promise<string> {
  return textAt((await call(address, '/data')).data, 'app', 'timezone')
}

/** The operator's marks as the app shows them; one that can't be loaded leaves ours in its place. */
async function readMarks(page: Page, product: Product): Promise<void> {
  const app = await page.context().newPage()
  await app.goto(`${product.address}/setting/about-us`)
  await expect(app).toHaveURL(/\/login/)
  await expect(app.locator('header img')).toHaveAttribute('src', '/icons/icon-192.png')
  await expect(app.locator('link[rel="icon"]')).toHaveAttribute('href', '/icons/icon-512.png')
  await app.getByRole('button', { name: 'Try the demo' }).click()
  await expect(app.getByText('Run by Truemark Ltd')).toBeVisible()
  await expect(app.getByRole('link', { name: 'example.org/truemark' })).toBeVisible()
  await expect(app.getByRole('main').locator('img')).toHaveCount(0)
  await app.close()
}

/** A person reads moments in the app's zone and by its clock, and is led to the operator's own chat. */
async function readInTokyo(product: Product, guest: Visit): Promise<void> {
  const context = await guest.open()
  await context.route('https://chat.example.org/**', (route) => route.fulfill({ body: 'A chat elsewhere' }))
  const reader = await context.newPage()
  await reader.goto('/setting/account-change')
  const { data } = await call(product.address, '/account/records', { token: guest.token })
  const granted = Number(valueAt(data, 'items', 0, 'date'))
  await expect(reader.getByRole('main')).toContainText(formatDateTime(granted, 'Asia/Tokyo', true))
  await reader.goto('/setting/contact-us')
  await reader.getByLabel('Phone number').fill('+351 912 345 678')
  await reader.getByLabel('Your question').fill('What time is it?')
  await reader.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(reader).toHaveURL(/\/contact-us\/\w+$/)
  const asked = await call(product.address, '/support/tickets', { token: guest.token })
  const created = Number(valueAt(asked.data, 'items', 0, 'created'))
  await expect(reader.getByRole('main')).toContainText(formatDateTime(created, 'Asia/Tokyo', true))

  await reader.goto('/home')
  const button = reader.getByRole('button', { name: 'Customer service' })
  // before its link is known it says so, and opens nothing
  await expect(async () => {
    await Promise.all([context.waitForEvent('page', { timeout: 2_000 }), button.click()])
  }).toPass({ timeout: 30_000 })
  const { searchParams: link, origin } = new URL(context.pages().at(-1)?.url() ?? '')
  const [uid = '', lang = '', back = '', time = ''] = ['uid', 'lang', 'back_url', 'time'].map(
    (name) => link.get(name) ?? '',
  )
  expect({ origin, lang, back }).toEqual({
    origin: 'https://chat.example.org',
    lang: 'en',
    back: `${product.address}/home`,
  })
  const signed = createHmac('sha256', linkSecret).update([uid, lang, back, time].join('\n')).digest('hex')
  expect(link.get('sign')).toBe(signed)
  expect(uid).toBe(textAt((await call(product.address, '/user', { token: guest.token })).data, 'uid'))
}

const names = [
  'Users',
  'Outbox',
  'Markets and fees',
  'Contracts and perpetuals',
  'Options',
  'Product switches',
  'House and profit',
  'Exposure',
  'Insurance funds',
  'Liquidations',
  'App data',
  'Contents',
  'Certificates',
  'Proofs of liabilities',
  'Invite codes',
  'Payments seen',
  'Lost second factors',
  'App errors',
  'Audit log',
  'Overview',
]

for (const [size, device] of [
  ['a phone of 320 px', { ...phone, viewport: { width: 320, height: 700 } }],
  ['a wide screen', { viewport: { width: 1440, height: 900 } }],
] as const) {
  test.describe(`on ${size}`, () => {
    test.use(device)
    test('no section of the desk scrolls aside or has a fault of accessibility that a machine can find', async ({
      page,
      product,
    }) => {
      test.setTimeout(400_000)
      await setUp(page, product, `Reader on ${size}`)
      for (const name of names) {
        await open(page, name)
        await expect(page.getByRole('main')).not.toBeEmpty()
        await expect(page.getByRole('main').locator('output[aria-label]')).toHaveCount(0)
        expect(await scrollsAside(page), name).toBe(false)
        expect(await faultsOf(page), name).toEqual([])
      }
    })
  })
}
