import { type Page, expect } from '@playwright/test'
import { call, listAt, newKey, textAt } from '../client.ts'
import type { Product } from '../product.ts'
import { faultsOf } from './sound.ts'
import { test } from './realStage.ts'
import { phone } from './stage.ts'
import {
  type Holder,
  makeHolder,
  nextCode,
  openReal,
  openWallet,
  ownTron,
  password,
  tron,
  usdtOf,
} from './walletStage.ts'

test.use(phone)

/** A picture of noise, which no compression makes small: a PNG of more than 5 MB. */
async function noise(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 1_600
    canvas.height = 1_200
    const context = canvas.getContext('2d')
    const picture = context?.createImageData(canvas.width, canvas.height)
    if (!context || !picture) return ''
    for (let at = 0; at < picture.data.length; at += 4) {
      picture.data.set([Math.random() * 256, Math.random() * 256, Math.random() * 256, 255], at)
    }
    context.putImageData(picture, 0, 0)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return Buffer.from(text, 'base64')
}

/** Chooses an entry of a menu by its label. */
async function choose(page: Page, label: string, entry: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: entry }).click()
}

/** From the choice of a network to the voucher's form; gives a picture of the address's code. */
async function readAddress(page: Page): Promise<Buffer> {
  await page.goto('/recharge/deposit')
  await choose(page, 'Network', 'TRC20')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Show the address' }).click()
  const code = page.getByRole('img', { name: 'QR code of the deposit address' })
  await expect(code).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Send only USDT on the network TRC20' })).toBeVisible()
  await page.getByRole('button', { name: 'Copy the address' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(tron)
  expect(await faultsOf(page)).toEqual([])
  const picture = await code.screenshot()
  await page.getByRole('link', { name: 'I have sent it' }).click()
  return picture
}

async function submitVoucher(page: Page): Promise<void> {
  const submit = page.getByRole('button', { name: 'Submit the deposit' })
  const file = page.getByLabel('Choose a file')
  await submit.click()
  await expect(page.getByText('Invalid deposit amount')).toBeVisible()
  await expect(page.getByText('Payment proof cannot be empty')).toBeVisible()
  await page.getByRole('textbox', { name: 'Amount that you sent' }).fill('9')
  await expect(page.getByText('Invalid deposit amount')).toBeVisible()
  await page.getByRole('textbox', { name: 'Amount that you sent' }).fill('500')
  await expect(page.getByText('Invalid deposit amount')).toBeHidden()
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')
  await file.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: heic })
  await expect(page.getByText(/^HEIC photos cannot be read here/)).toBeVisible()
  await file.setInputFiles({ name: 'v.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7') })
  await expect(page.getByText('Invalid file type. Only SVG, PNG, GIF, and JPG are allowed.')).toBeVisible()
  await file.setInputFiles({ name: 'v.png', mimeType: 'image/png', buffer: await noise(page) })
  await expect(page.getByRole('img', { name: 'The voucher that will be sent' })).toBeVisible()
  await expect(page.getByText(/^[0-9]+ KB, was [0-9]{4} KB$/)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  // the picture is read by a process of its own
  const toast = expect(page.getByText('Application submitted, pending review')).toBeVisible({ timeout: 30_000 })
  await submit.click()
  await toast
  await expect(page).toHaveURL(/\/recharge\/recharge-records$/)
}

/** The operator credits the one deposit that waits. */
async function credit(product: Product, treasurer: string, received: string): Promise<void> {
  const { data } = await call(product.address, '/desk/deposits', { token: treasurer })
  const id = textAt(listAt(data, 'items')[0], 'id')
  const body = { currency: 'USDT', received, reason: 'journey' }
  const done = await call(product.address, `/desk/deposits/${id}/complete`, {
    method: 'POST',
    token: treasurer,
    body,
    key: newKey(),
  })
  expect(done.code).toBe(200)
}

async function proveAnew(page: Page, product: Product, holder: Holder): Promise<void> {
  const sent = expect(page.getByText('Verification code sent!').first()).toBeVisible()
  await page.getByRole('button', { name: 'Send a code' }).click()
  await sent
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(await nextCode(product, holder))
}

async function saveAddress(page: Page, product: Product, holder: Holder, picture: Buffer): Promise<void> {
  await page.getByRole('link', { name: 'Add an address' }).click()
  await choose(page, 'Network', 'ERC20')
  const address = page.getByRole('textbox', { name: 'Address', exact: true })
  const save = page.getByRole('button', { name: 'Save the address' })
  await save.click()
  await expect(page.getByText('This is not a valid ERC20 address')).toBeVisible()
  await expect(page.getByText('Enter your password')).toBeVisible()
  await page.getByLabel('Read a QR image').setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: picture })
  await expect(address).toHaveValue(tron)
  await expect(page.getByText('Withdrawal address error')).toBeVisible()
  await choose(page, 'Network', 'TRC20')
  await expect(page.getByText('Withdrawal address error')).toBeHidden()
  await page.getByRole('textbox', { name: 'Name (optional)' }).fill('my wallet')
  await page.reload()
  await expect(address).toHaveValue(tron)
  await expect(page.getByRole('textbox', { name: 'Name (optional)' })).toHaveValue('my wallet')
  await expect(page.getByRole('combobox', { name: 'Network' })).toHaveText(/TRC20/)
  // what was read is the platform's own
  await address.fill(ownTron)
  await proveAnew(page, product, holder)
  expect(await faultsOf(page)).toEqual([])
  const toast = expect(page.getByText('Added successfully')).toBeVisible()
  await save.click()
  await toast
  await expect(page).toHaveURL(/\/withdrawal\/cashout$/)
}

async function withdraw(page: Page, product: Product, holder: Holder): Promise<void> {
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please select a wallet address.')).toBeVisible()
  await expect(page.getByText(/^Withdrawal amount cannot exceed account balance/)).toBeVisible()
  await choose(page, 'Wallet address', /my wallet · TJRabP…RTv8 · TRC20/)
  await amount.fill('400.01')
  await expect(page.getByText('Insufficient balance')).toBeVisible()
  await amount.fill('9')
  await expect(page.getByText('At least 10 USDT can be withdrawn at once')).toBeVisible()
  await amount.fill('100')
  await expect(page.getByRole('main')).toContainText('99.90')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  const sheet = page.getByRole('dialog', { name: 'Check your withdrawal' })
  await expect(sheet).toContainText(ownTron)
  await expect(sheet).toContainText('99.90')
  await proveAnew(page, product, holder)
  await sheet.getByLabel('Password', { exact: true }).fill('another-password')
  const submit = sheet.getByRole('button', { name: 'Withdraw 100 USDT' })
  await submit.click()
  await expect(sheet.getByText('Password error (12103)')).toBeVisible()
  await sheet.getByLabel('Password', { exact: true }).fill(password)
  expect(await faultsOf(page)).toEqual([])
  const toast = expect(page.getByText('Submission successful, awaiting review')).toBeVisible()
  await submit.click()
  await toast
  await expect(page).toHaveURL(/\/withdrawal\/withdraw-records$/)
}

/** From a line of the ledger to the very request that it comes from, and back to all of them. */
async function ledgerLeads(page: Page): Promise<void> {
  const record = page.getByRole('main').getByRole('listitem')
  for (const [line, link, state] of [
    [/Withdrawal cancelled/, 'Open the withdrawal', 'Cancelled'],
    [/^Deposit/, 'Open the deposit', 'Completed'],
  ] as const) {
    await page.goto('/setting/account-change')
    await page.getByRole('main').getByRole('button', { name: line }).first().click()
    await page.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(/-records\?id=/)
    await expect(record).toHaveCount(1)
    await expect(record).toHaveAttribute('aria-current', 'true')
    await expect(record).toContainText(state)
  }
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/\/recharge\/recharge-records$/)
  await expect(record).toHaveCount(1)
  await expect(record).not.toHaveAttribute('aria-current', 'true')
}

test('a person deposits with a voucher, sees it credited, withdraws, cancels, and has the money back', async ({
  browser,
  product,
  complaints,
}) => {
  test.setTimeout(240_000)
  const treasurer = await openWallet(product)
  const holder = await makeHolder(product, 'wallet@example.org')
  const context = await openReal(browser, product, holder)
  const page = await context.newPage()
  complaints.watch(page)

  const picture = await readAddress(page)
  await submitVoucher(page)
  const deposit = page.getByRole('main').getByRole('listitem')
  await expect(deposit).toContainText('Pending')
  await deposit.getByRole('button', { name: 'Payment voucher' }).click()
  const voucher = page.getByRole('dialog', { name: 'Payment voucher' })
  await expect(voucher.getByRole('img')).toHaveJSProperty('complete', true)
  await expect
    .poll(() => voucher.getByRole('img').evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBeGreaterThan(600)
  await voucher.getByRole('button', { name: 'Close' }).click()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Deposit', exact: true }).click()
  await expect(page.getByText('Please wait until the previous deposit is confirmed.')).toBeVisible()
  await page.getByRole('link', { name: 'See the deposit that waits' }).click()
  await credit(product, treasurer, '400')
  await expect(deposit).toContainText('Completed')
  await expect(deposit).toContainText('400.00')
  expect(await usdtOf(product, holder)).toEqual(['400', '0'])

  await page.goto('/withdrawal/cashout')
  await saveAddress(page, product, holder, picture)
  await withdraw(page, product, holder)
  expect(await usdtOf(product, holder)).toEqual(['300', '100'])
  const withdrawal = page.getByRole('main').getByRole('listitem')
  await expect(withdrawal).toContainText('In review')
  await expect(withdrawal).toContainText(/Reviewed by 20/)
  expect(await faultsOf(page)).toEqual([])
  await withdrawal.getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('100 USDT will be available again at once.')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(withdrawal).toContainText('Cancelled')
  await expect(withdrawal).toContainText('The whole amount is available again.')
  expect(await usdtOf(product, holder)).toEqual(['400', '0'])
  await ledgerLeads(page)
  await context.close()
})

test('a bank card is saved with every field checked, changed, and paid to only with its international code', async ({
  browser,
  product,
  complaints,
}) => {
  test.setTimeout(180_000)
  await openWallet(product)
  const holder = await makeHolder(product, 'cards@example.org')
  const context = await openReal(browser, product, holder)
  const page = await context.newPage()
  complaints.watch(page)
  await page.goto('/withdrawal/manage-bankcard')
  await page.getByRole('link', { name: 'Add a bank card' }).click()
  const save = page.getByRole('button', { name: 'Save the card' })
  await save.click()
  for (const sentence of [
    "Please enter the recipient's name",
    "Please enter the recipient's address",
    'Please choose the bank type',
    'Please enter the bank name',
    'Please enter the account number',
    'Please enter the bank address',
    "Please choose the bank's country",
    'Please fill in all required fields.',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await expect(page.getByLabel('Recipient’s name')).toBeFocused()
  await page.getByLabel('Recipient’s name').fill('Ines Wallet')
  await page.getByLabel('Recipient’s address').fill('Rua 1, Lisboa')
  await choose(page, 'Bank type', 'Savings Account')
  await page.getByLabel('Bank name').fill('Banco')
  await page.getByLabel('Account number or IBAN').fill('PT50000201231234567890155')
  await expect(page.getByText('This account number (IBAN) is not valid')).toBeVisible()
  await page.getByLabel('Account number or IBAN').fill('PT50000201231234567890154')
  await page.getByLabel('Bank address').fill('Rua 2, Lisboa')
  await page.getByRole('button', { name: 'Bank’s country' }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('Portu')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Portugal/ })
    .click()
  await page.getByLabel('International code (SWIFT, optional)').fill('CGDI')
  await expect(page.getByText('Invalid SWIFT Code format')).toBeVisible()
  await page.getByLabel('International code (SWIFT, optional)').fill('')
  await page.getByLabel('ABA routing number (optional)').fill('123456789')
  await expect(page.getByText('This ABA routing number is not valid')).toBeVisible()
  await page.getByLabel('ABA routing number (optional)').fill('')
  // what was typed outlives the page
  await page.reload()
  await expect(page.getByLabel('Account number or IBAN')).toHaveValue('PT50000201231234567890154')
  await expect(page.getByRole('button', { name: 'Bank’s country' })).toHaveText(/Portugal/)
  await proveAnew(page, product, holder)
  expect(await faultsOf(page)).toEqual([])
  await save.click()
  await expect(page.getByText('Banco …0154')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  await page.goto('/withdrawal/cashout')
  await page.getByText('Bank card', { exact: true }).first().click()
  await choose(page, 'Bank card', 'Banco …0154')
  await expect(page.getByText('Please enter the international code')).toBeVisible()
  await page.getByRole('link', { name: 'Add the international code' }).click()
  await page.getByLabel('International code (SWIFT, optional)').fill('CGDIPTPL')
  await proveAnew(page, product, holder)
  await save.click()
  await expect(page).toHaveURL(/\/withdrawal\/cashout$/)
  await page.getByText('Bank card', { exact: true }).first().click()
  await choose(page, 'Bank card', 'Banco …0154')
  await expect(page.getByText('Please enter the international code')).toBeHidden()
  await context.close()
})
