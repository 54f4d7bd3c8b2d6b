import { expect } from '@playwright/test'
import { authenticatorCode } from './authenticator.ts'
import { open, password, rowOf, setUp } from './deskStage.ts'
import { faultsOf } from './sound.ts'
import { scrollsAside } from './stage.ts'
import { desktop, test } from './twoStage.ts'

test.use({ viewport: desktop })

test('an operator is invited by two, and signs in once the one who never saw the link has heard a code', async ({
  page,
  browser,
  product,
  complaints,
}) => {
  test.setTimeout(120_000)
  await setUp(page, product, 'Grete')
  const newContext = async () => {
    const context = await browser.newContext({ baseURL: product.address, viewport: desktop })
    context.on('page', (other) => complaints.watch(other))
    return context
  }
  const context = await newContext()
  const second = await context.newPage()
  await setUp(second, product, 'Hilda')

  await open(page, 'Operators')
  await page.getByRole('button', { name: 'Invite an operator' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Reason').fill('a new colleague')
  await sheet.getByRole('button', { name: 'Invite an operator' }).click()
  await expect(sheet).toHaveCount(0)

  await open(second, 'Approvals')
  await (await rowOf(second, 'New operator')).getByRole('button').click()
  const asked = second.getByRole('dialog', { name: 'New operator' })
  await asked.getByLabel('Reason for the decision').fill('met her')
  await asked.getByRole('button', { name: 'Approve' }).click()
  await expect(asked).toHaveCount(0)
  await second.getByRole('tab', { name: 'Decided' }).click()
  await (await rowOf(second, 'New operator')).getByRole('button').click()
  await expect(asked).toContainText('met her')
  await expect(asked.getByRole('button', { name: 'Show the link' })).toHaveCount(0)
  await asked.getByRole('button', { name: 'Close' }).click()

  await open(page, 'Approvals')
  await page.getByRole('tab', { name: 'Decided' }).click()
  await (await rowOf(page, 'New operator')).getByRole('button').click()
  const own = page.getByRole('dialog', { name: 'New operator' })
  await own.getByRole('button', { name: 'Show the link' }).click()
  const link = await own.locator('code').innerText()
  expect(await faultsOf(page)).toEqual([])

  const invited = await newContext()
  const third = await invited.newPage()
  await third.goto(link)
  const secret = (await third.locator('code').innerText()).replace(/\s/g, '')
  await third.getByLabel('Name').fill('Ingrid')
  await third.getByLabel('Password', { exact: true }).fill(password)
  await third.getByLabel('Code that the app shows').fill(authenticatorCode(secret, Date.now()))
  await third.getByRole('button', { name: 'Finish' }).click()
  await expect(third.getByRole('heading', { name: 'One more step' })).toBeVisible()
  const code = await third.getByText(/^[0-9]{6}$/).innerText()
  expect(await faultsOf(third)).toEqual([])
  await third.setViewportSize({ width: 320, height: 640 })
  expect(await scrollsAside(third)).toBe(false)
  await third.setViewportSize(desktop)

  await second.getByRole('tab', { name: 'Waiting' }).click()
  await (await rowOf(second, 'Ingrid')).getByRole('button').click()
  const confirms = second.getByRole('dialog', { name: 'Operator enabled' })
  await expect(confirms).toContainText(code)
  await expect(confirms).toContainText('Have the new operator say this code to you')
  await confirms.getByLabel('Reason for the decision').fill('she said the code')
  await confirms.getByRole('button', { name: 'Approve' }).click()
  await expect(confirms).toHaveCount(0)

  await third.getByRole('link', { name: 'Operator login' }).click()
  await third.getByLabel('Name').fill('Ingrid')
  await third.getByLabel('Password', { exact: true }).fill(password)
  // a code is taken once: the app's next one, which a clock that is half a minute ahead shows
  await third.getByLabel('Code of the authenticator app').fill(authenticatorCode(secret, Date.now() + 30_000))
  await third.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(third.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await context.close()
  await invited.close()
})
