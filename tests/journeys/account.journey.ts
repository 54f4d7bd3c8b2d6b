import { type Page, expect } from '@playwright/test'
import { call, textAt } from '../client.ts'
import { codeFor, registerPerson, sentBy } from '../person.ts'
import type { Product } from '../product.ts'
import { authenticatorCode } from './authenticator.ts'
import { open, rowOf, setUp } from './deskStage.ts'
import { faultsOf } from './sound.ts'
import { phone, scrollsAside, test } from './stage.ts'

test.use({ ...phone, permissions: ['clipboard-write'] })

const password = 'violet-harbour-27'
let people = 0

async function newPerson(product: Product): Promise<string> {
  people += 1
  const email = `keeper${people}@example.org`
  await registerPerson(product, { email, password })
  return email
}

async function logIn(page: Page, email: string, word = password): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Phone or email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** A picture of a colour of its own, drawn by the page itself. */
async function photo(page: Page, red: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const drawn = await page.evaluate((tone) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 640, height: 400 })
    const context = canvas.getContext('2d')
    if (context === null) return ''
    context.fillStyle = `rgb(${tone} 120 90)`
    context.fillRect(0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  }, red)
  return { name: 'document.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') }
}

async function choosePhotos(page: Page, red: number): Promise<void> {
  for (const [side, more] of [
    ['Front of the document', 0],
    ['Back of the document', 20],
  ] as const) {
    await page
      .getByRole('group', { name: side })
      .getByLabel('Choose a file')
      .setInputFiles(await photo(page, red + more))
    await expect(page.getByRole('img', { name: `${side}, as it will be sent` })).toBeVisible()
  }
}

async function expectSound(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([])
  expect(await scrollsAside(page)).toBe(false)
}

test('a person submits the primary level, which then waits and cannot be edited', async ({ page, product }) => {
  const email = await newPerson(product)
  await logIn(page, email)
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/setting/authentication')
  await expect(page.getByText('A person reviews each level within 1 to 24 hours.')).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: /Advanced verification/ }).click()
  await expect(page.getByText('Primary verification comes first')).toBeVisible()
  await page.getByRole('link', { name: 'Primary verification' }).click()

  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByText('Please enter your name')).toBeVisible()
  await expect(page.getByText('Please enter the document number')).toBeVisible()
  await expect(page.getByText('Please enter a valid date of birth')).toBeVisible()
  await expect(page.getByText('Photos of the front and the back of the document are needed').first()).toBeVisible()
  await expectSound(page)

  await page.getByLabel('Name as in the document').fill('Ana Keeper')
  await page.getByLabel('Document number').fill('證件1')
  await expect(page.getByText('The document number cannot contain Chinese characters')).toBeVisible()
  await page.getByLabel('Document number').fill('PT 123 456')
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await page.reload()
  await expect(page.getByLabel('Name as in the document')).toHaveValue('Ana Keeper')
  await expect(page.getByLabel('Document number')).toHaveValue('PT 123 456')
  await expect(page.getByLabel('Date of birth')).toHaveValue('1990-05-17')
  await expect(page.getByRole('button', { name: 'Country of residence' })).toHaveText('Portugal')
  await choosePhotos(page, 200)
  const told = expect(page.getByText('Submission successful. Please wait for approval.')).toBeVisible()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await told
  await expect(page.getByRole('heading', { name: 'Your submission is being reviewed' })).toBeVisible()
  await expect(page.getByText('Until then it cannot be changed.')).toBeVisible()
  await expect(page.getByText('… 456')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit for review' })).toHaveCount(0)
  await expectSound(page)
})

test('a reviewer rejects a submission by its fields, its owner mends it, and it is approved', async ({
  page,
  browser,
  product,
  complaints,
}) => {
  const email = await newPerson(product)
  await logIn(page, email)
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/setting/authentication/primary-certification')
  await page.getByLabel('Name as in the document').fill('Ana Keeper')
  await page.getByLabel('Document number').fill('PT-777')
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await choosePhotos(page, 10)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByRole('heading', { name: 'Your submission is being reviewed' })).toBeVisible()

  const context = await browser.newContext({ baseURL: product.address, viewport: { width: 1440, height: 900 } })
  const desk = await context.newPage()
  complaints.watch(desk)
  await setUp(desk, product, 'Rita')
  await open(desk, 'Identity verification')
  await expectSound(desk)
  await desk.getByRole('link', { name: email }).click()
  await expect(desk.getByText('That you opened this submission is in the audit log.')).toBeVisible()
  await expect(desk.getByRole('img', { name: 'Front of the document' })).toBeVisible()
  await expect(desk.getByRole('img', { name: 'Back of the document' })).toBeVisible()
  await expect(desk.getByText('PT-777')).toBeVisible()
  await desk.getByRole('group', { name: 'Decision' }).getByText('Reject').click()
  await desk.getByRole('button', { name: 'Reject' }).click()
  await expect(desk.getByRole('alert')).toHaveText('Mark at least one item.')
  await desk.getByRole('checkbox', { name: 'Front of the document' }).check()
  await desk.getByLabel('Note to the user: Front of the document').fill('There is glare on the name.')
  await expectSound(desk)
  await desk.getByRole('button', { name: 'Reject' }).click()
  await expect(desk.getByText('The submission is rejected.')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your submission was rejected' })).toBeVisible()
  await expect(page.getByText('It cannot be read clearly. There is glare on the name.').first()).toBeVisible()
  await expect(page.getByLabel('Document number')).toHaveValue('PT-777')
  await expectSound(page)
  await choosePhotos(page, 90)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByRole('heading', { name: 'Your submission is being reviewed' })).toBeVisible()

  await open(desk, 'Identity verification')
  // what was kept of the queue shows the first submission until it has been read anew
  await desk.reload()
  await desk.getByRole('link', { name: email }).click()
  await expect(desk.getByRole('heading', { name: 'Earlier submissions' })).toBeVisible()
  await desk.getByRole('button', { name: 'Approve' }).click()
  await expect(desk.getByText('The submission is approved.')).toBeVisible()
  await open(desk, 'Audit log')
  await expect(await rowOf(desk, 'Document photo read')).toBeVisible()
  await expect(await rowOf(desk, 'Verification approved')).toBeVisible()
  await context.close()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'This level is approved' })).toBeVisible()
  await page.goto('/setting/authentication/advanced-certification')
  await page.getByLabel('Home address').fill('台北市')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByText('Addresses cannot contain Chinese characters')).toBeVisible()
  await page.getByLabel('Home address').fill('1 Rua Augusta, Lisbon, Portugal')
  await page.getByLabel('Work address').fill('2 Rua Augusta, Lisbon, Portugal')
  await page.getByLabel('Phone of a relative').fill('912 345 678')
  await page.reload()
  await expect(page.getByLabel('Work address')).toHaveValue('2 Rua Augusta, Lisbon, Portugal')
  await expect(page.getByLabel('Phone of a relative')).toHaveValue('912 345 678')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByRole('heading', { name: 'Your submission is being reviewed' })).toBeVisible()
})

test('a demo account sees its sessions', async ({ guest }) => {
  const page = await (await guest.open()).newPage()
  await page.goto('/setting/security')
  await expect(page.getByText('This device')).toBeVisible()
})

async function changeProfile(page: Page): Promise<void> {
  await page.goto('/setting/user-profile')
  await page.getByRole('button', { name: 'Nickname' }).click()
  const nickname = page.getByRole('dialog', { name: 'Nickname' })
  await nickname.getByLabel('Nickname').fill('Ann Lee')
  await nickname.getByRole('button', { name: 'Save' }).click()
  await expect(nickname.getByText('A nickname has 2 to 10 Chinese letters, English letters or digits')).toBeVisible()
  await expectSound(page)
  await nickname.getByLabel('Nickname').fill('小安Ann7')
  await nickname.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Nickname successfully updated!')).toBeVisible()

  await page.getByRole('button', { name: 'Change the picture' }).click()
  const picture = page.getByRole('dialog', { name: 'Profile picture' })
  await picture.getByRole('button', { name: 'Save' }).click()
  await expect(picture.getByText('Image not selected')).toBeVisible()
  const choose = (file: { name: string; mimeType: string; buffer: Buffer }) =>
    picture.getByLabel('Choose a file').setInputFiles(file)
  await choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(picture.getByText('Please select an image file')).toBeVisible()
  const drawn = await photo(page, 60)
  await choose({ ...drawn, buffer: Buffer.concat([drawn.buffer, Buffer.alloc(5 * 1024 ** 2)]) })
  await expect(picture.getByText('Image size should be less than 5MB')).toBeVisible()
  await choose(drawn)
  await expect(picture.getByRole('img', { name: 'The picture as it will be shown' })).toBeVisible()
  await expectSound(page)
  await picture.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile image successfully updated!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change the picture' }).locator('img')).toBeVisible()
  await expectSound(page)

  await page.goto('/setting/setpage')
  const head = page.getByRole('link', { name: '小安Ann7' })
  await expect(head.locator('img')).toBeVisible()
}

test('the profile and the password are changed, and one logs in with the new one', async ({ page, product }) => {
  const email = await newPerson(product)
  await logIn(page, email)
  await expect(page).toHaveURL(/\/home$/)
  await changeProfile(page)
  const other = await call(product.address, '/login', { method: 'POST', body: { account: email, password } })
  await page.goto('/setting/change-password')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('Enter the 6 figures of the code')).toBeVisible()
  await page.getByRole('button', { name: 'Send a code' }).click()
  await expect(page.getByText('Verification code sent!')).toBeVisible()
  await expect
    .poll(async () => {
      const sent = `SELECT 1 FROM outbox WHERE recipient = $1 AND params->>'purpose' = 'change_password'`
      return (await product.database().query(sent, [email])).rows.length
    })
    .toBe(1)
  await page.getByLabel('Verification code').fill(await codeFor(product, email, 'change_password'))
  await page.getByLabel('Current password').fill('wrong-harbour-27')
  await page.getByLabel('New password', { exact: true }).fill('amber-harbour-28')
  await page.getByLabel('New password again').fill('amber-harbour-2')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('New password again').fill('amber-harbour-28')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('Old password error')).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Current password').fill(password)
  const told = Promise.all([
    expect(page.getByText('Password updated successfully!')).toBeVisible(),
    expect(page.getByText('Password changed successfully, please log in again')).toBeVisible(),
  ])
  await page.getByRole('button', { name: 'Change the password' }).click()
  await told
  await expect(page).toHaveURL(/\/login/)
  expect((await call(product.address, '/user', { token: textAt(other.data, 'token') })).code).toBe(551)
  await logIn(page, email, 'amber-harbour-28')
  await expect(page).toHaveURL(/\/home$/)
})

test('an authenticator app is set up, asked for at the login, and other sessions are ended', async ({
  page,
  product,
}) => {
  const email = await newPerson(product)
  await logIn(page, email)
  await expect(page).toHaveURL(/\/home$/)
  const other = await call(product.address, '/login', { method: 'POST', body: { account: email, password } })
  await page.goto('/setting/security')
  await expect(page.getByText('This device')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all other sessions' }).click()
  await expect(page.getByText('1 session has ended')).toBeVisible()
  expect((await call(product.address, '/user', { token: textAt(other.data, 'token') })).code).toBe(551)

  await page.getByRole('button', { name: /Authenticator app/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Password', { exact: true }).fill(password)
  await sheet.getByRole('button', { name: 'Send a code' }).click()
  await expect(page.getByText('Verification code sent!').first()).toBeVisible()
  await sheet.getByRole('textbox', { name: 'Code', exact: true }).fill(await codeFor(product, email, 'confirm'))
  await sheet.getByRole('button', { name: 'Go on' }).click()
  await expect(sheet.getByRole('img', { name: 'QR code with the key' })).toBeVisible()
  const secret = (
    await sheet.getByText('Key', { exact: true }).locator('xpath=following-sibling::*').innerText()
  ).replace(/\s/g, '')
  const setUp = Date.now()
  await sheet.getByLabel('Code that the app shows').fill(authenticatorCode(secret, setUp))
  await sheet.getByRole('button', { name: 'Switch it on' }).click()
  await expect(page.getByRole('dialog', { name: 'Keep these recovery codes' })).toBeVisible()
  await expect(sheet.getByRole('listitem')).toHaveCount(10)
  const spare = (await sheet.getByRole('listitem').first().innerText()).trim()
  await sheet.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('button', { name: /Authenticator app.*On/ })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await logIn(page, email)
  // this step's code has been used to set it up
  await page.getByLabel('Code of your authenticator app').fill(authenticatorCode(secret, setUp))
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('Login failed')
  await page.getByLabel('Code of your authenticator app').fill(authenticatorCode(secret, Date.now() + 30_000))
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/home$/)

  await page.goto('/setting/security')
  await page.getByRole('button', { name: /Authenticator app/ }).click()
  await sheet.getByLabel('Current password').fill(password)
  await sheet.getByLabel('Code of the app, or a recovery code').fill(spare)
  await sheet.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('The authenticator app is off')).toBeVisible()
})

test('a login is told by mail with the reader’s word, and the mail’s link freezes the account', async ({
  page,
  product,
}) => {
  const email = await newPerson(product)
  await logIn(page, email)
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/setting/security')
  await page.getByRole('button', { name: /Mails to you/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Mails to you' })
  await sheet.getByLabel('Your word').fill('heron')
  await sheet.getByRole('switch', { name: 'Mail me each login' }).click()
  await sheet.getByLabel('Current password').fill(password)
  await expectSound(page)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toHaveCount(0)
  // to be told less takes more than the password
  await page.getByRole('button', { name: /Mails to you/ }).click()
  await sheet.getByRole('switch', { name: 'Mail me each login' }).click()
  await expect(sheet.getByText('A mail switched off, or another word, is confirmed by a code too.')).toBeVisible()
  await sheet.getByLabel('Password', { exact: true }).fill(password)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('Enter the 6 figures of the code')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await call(product.address, '/login', { method: 'POST', body: { account: email, password } })
  const sent = await sentBy(product, `recipient = $1 AND template = 'newLogin'`, [email])
  expect(sent.map(({ params }) => params['word'])).toEqual(['heron'])

  await page.evaluate(() => localStorage.clear())
  await page.goto(new URL(sent[0]?.params['link'] ?? '').href)
  await expect(page.getByRole('heading', { name: 'Freeze the account' })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Freeze the account' }).click()
  await expect(page.getByText('The account is frozen. Set a new password to open it again.')).toBeVisible()
  const again = await call(product.address, '/login', { method: 'POST', body: { account: email, password } })
  expect(again.code).toBe(555)
  await page.getByRole('link', { name: 'Set a new password' }).click()
  await expect(page).toHaveURL(/\/forgot$/)
})
