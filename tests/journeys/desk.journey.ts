import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { call } from '../client.ts'
import { authenticatorCode } from './authenticator.ts'
import { open, password, rowOf, setUp } from './deskStage.ts'
import { phone, scrollsAside, test } from './stage.ts'

test.describe('at a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-write'] })

  test('an operator sets the access up, signs out and in again, and a used link is told so', async ({
    page,
    product,
  }) => {
    const secret = await setUp(page, product, 'Ada')
    await expect(page.getByRole('main').locator('output[aria-label]')).toHaveCount(0)
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('heading', { name: 'Operator login' })).toBeVisible()
    const logIn = async (code: string): Promise<void> => {
      await page.getByLabel('Name').fill('Ada')
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

  test('terms and halts hold at once, with their reasons in the audit log', async ({ page, product }) => {
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
    await page.getByRole('button', { name: 'Halt or resume: LTCUSDT' }).click()
    await dialog.getByLabel('Reason').fill('all is well')
    await dialog.getByRole('button', { name: 'Save for everyone' }).click()
    await expect(await rowOf(page, 'LTC/USDT')).not.toContainText('journey of the desk')

    await open(page, 'Audit log')
    await (await rowOf(page, 'launch week')).getByRole('button').click()
    await expect(page.getByRole('dialog')).toContainText('0.001 → 0.0007')
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

  test('app data and a text are changed for everyone', async ({ page, product }) => {
    await setUp(page, product, 'Joan')
    await open(page, 'App data')
    await page.getByLabel('Chat link').fill('javascript:alert(1)')
    await expect(page.getByText('An address that begins with https:// or with /')).toBeVisible()
    await page.getByLabel('Chat link').fill('https://chat.example.org/')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved. Title, logo and favicon follow.')).toBeVisible()

    await open(page, 'Contents')
    await page.getByRole('link', { name: 'About us' }).click()
    await page.getByRole('textbox', { name: 'Heading' }).fill('Who we are')
    await page.getByLabel('Content', { exact: true }).fill('One paragraph.\n\nAnother one.')
    await page.getByRole('button', { name: 'Save' }).click()
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
      test.setTimeout(180_000)
      await setUp(page, product, `Reader on ${size}`)
      for (const name of names) {
        await open(page, name)
        await expect(page.getByRole('main')).not.toBeEmpty()
        await expect(page.getByRole('main').locator('output[aria-label]')).toHaveCount(0)
        expect(await scrollsAside(page), name).toBe(false)
        const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
        expect(
          violations.map((one) => `${one.id} at ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`),
          name,
        ).toEqual([])
      }
    })
  })
}
