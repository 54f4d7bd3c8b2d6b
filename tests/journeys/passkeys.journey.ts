import { type CDPSession, type Page, expect } from '@playwright/test'
import { makeOperatorLink } from '../../apps/server/src/operator/door.ts'
import { call, listAt, textAt } from '../client.ts'
import { open, password as operatorPassword } from './deskStage.ts'
import { faultsOf } from './sound.ts'
import { phone, scrollsAside, test } from './stage.ts'
import { makeHolder, nextCode, openWallet, password } from './walletStage.ts'

const ethereum = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

test.use({ ...phone, permissions: ['clipboard-write'] })

/** A device with a fingerprint reader; its owner touches it only while `touches` says so. */
interface Device {
  touches(does: boolean): Promise<void>
}

async function attachDevice(page: Page): Promise<Device> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    touches: async (enabled) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
  }
}

async function expectSound(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([])
  expect(await scrollsAside(page)).toBe(false)
}

test('a person adds a passkey, logs in by it, and confirms a new address by it', async ({ page, product }) => {
  await openWallet(product)
  const holder = await makeHolder(product, 'keyholder@example.org')
  const device = await attachDevice(page)
  await page.goto('/login')
  await page.getByLabel('Phone or email').fill(holder.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/home$/)

  await page.goto('/setting/security')
  await expect(page.getByText('No passkeys yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Go on' }).click()
  await expect(sheet.getByText('Enter a name')).toBeVisible()
  await sheet.getByLabel('Name', { exact: true }).fill('My phone')
  await sheet.getByLabel('Password', { exact: true }).fill(password)
  await sheet.getByRole('button', { name: 'Send a code' }).click()
  await expect(page.getByText('Verification code sent!').first()).toBeVisible()
  await sheet.getByRole('textbox', { name: 'Code', exact: true }).fill(await nextCode(product, holder))
  await expectSound(page)
  const told = expect(page.getByText('The passkey was added')).toBeVisible()
  await sheet.getByRole('button', { name: 'Go on' }).click()
  await told
  await expect(page.getByRole('button', { name: 'Remove My phone' })).toBeVisible()
  await expectSound(page)

  // a device that nobody touches lets nobody in
  await device.touches(false)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await expectSound(page)
  await device.touches(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/home$/)

  await page.goto('/withdrawal/add-wallet')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(ethereum)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await expect(page.getByRole('radio', { name: 'Passkey' })).toBeChecked()
  await expectSound(page)
  await page.getByRole('button', { name: 'Save the address' }).click()
  await expect(page).toHaveURL(/\/home$/)
  const { data } = await call(product.address, '/wallet/addresses', { token: holder.token })
  expect(listAt(data, 'items').map((one) => textAt(one, 'address'))).toEqual([ethereum])
})

test('an operator sets a passkey up by the link, signs in by it, and keeps the last factor', async ({
  page,
  product,
  complaints,
}) => {
  await attachDevice(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(await makeOperatorLink(product.database(), 'auditor', 'journey'))
  await page.getByLabel('Name').fill('Keyholder')
  await page.getByLabel('Password', { exact: true }).fill(operatorPassword)
  await page.getByRole('radio', { name: 'Passkey' }).check()
  await expectSound(page)
  await page.getByRole('button', { name: 'Create the passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()

  await open(page, 'Your sign-in')
  await expect(page.getByText('Passkey 1')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Remove Passkey 1' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Password', { exact: true }).fill(operatorPassword)
  await sheet.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(sheet.getByText('This is the last way that you can sign in by')).toBeVisible()
  expect(complaints.list).toEqual([])
})
