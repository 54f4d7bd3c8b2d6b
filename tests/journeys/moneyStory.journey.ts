import { setTimeout as sleep } from 'node:timers/promises'
import { type Page, expect as expectSoon, test } from '@playwright/test'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import type { Mailbox } from '../../apps/server/src/testing/mailbox.ts'
import { call, listAt, textAt, valueAt } from '../client.ts'
import type { Product } from '../product.ts'
import { open } from './deskStage.ts'
import { proveMail, publishAgreement, startReal } from './realStage.ts'
import { type Operator, approve, choose, drawn, openPhone, openRow, seatOperator, switchOn } from './moneyStage.ts'

/** A picture is read in a process of its own, which a busy machine takes its time for. */
const expect = expectSoon.configure({ timeout: 30_000 })
const email = 'ines@example.org'
const password = 'violet-harbour-27'
const ownTron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const tron = 'TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r'
/** Where the pictures of the walk go, if anywhere. */
const picturesFolder = process.env['PICTURES_FOLDER']

async function picture(page: Page, name: string): Promise<void> {
  if (picturesFolder !== undefined) await page.screenshot({ path: `${picturesFolder}/${name}.png` })
}

/** The code of the newest mail that bears one and came after the first `after`. */
async function codeIn(box: Mailbox, after: number): Promise<string> {
  const { text } = await box.wait(email, /code is \d{6}/, after)
  return /code is (\d{6})/.exec(text)?.[1] ?? ''
}

async function addNetwork(ada: Operator, ben: Operator): Promise<void> {
  await open(ada.page, 'Wallet terms')
  await picture(ada.page, 'desk-wallet-empty')
  await ada.page.getByRole('button', { name: 'Add a network' }).first().click()
  const sheet = ada.page.getByRole('dialog', { name: 'Add a network' })
  await sheet.getByLabel('Currency').fill('usdt')
  await sheet.getByLabel('Network', { exact: true }).fill('TRC20')
  await sheet.getByLabel('Shared address').fill(tron)
  await sheet.getByRole('switch', { name: 'Deposits are taken' }).click()
  await sheet.getByRole('switch', { name: 'Withdrawals are taken' }).click()
  await expect(sheet).toContainText('Users can send money here at once.')
  await sheet.getByLabel('Reason for the change').fill('our own wallet')
  await picture(ada.page, 'desk-network-sheet')
  await sheet.getByRole('button', { name: 'Save for everyone' }).click()
  await expect(sheet).toHaveCount(0)
  await approve(ben, ada.name, 'Network and deposit address')
  await open(ben.page, 'Wallet terms')
  await expect(ben.page.getByRole('table', { name: 'Networks and deposit addresses' })).toContainText(tron)
  await picture(ben.page, 'desk-wallet')
}

async function register(page: Page, box: Mailbox): Promise<void> {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Country of residence' }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('Portu')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Portugal/ })
    .click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Phone' }).fill('912345678')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password again').fill(password)
  const agreement = page.getByRole('checkbox')
  if ((await agreement.count()) > 0) await agreement.first().check()
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByLabel('Verification code').fill(await codeIn(box, 0))
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Phone or email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/home$/)
}

async function proveName(page: Page, reviewer: Operator): Promise<void> {
  await page.goto('/setting/authentication/primary-certification')
  await page.getByLabel('Name as in the document').fill('Ines Wallet')
  await page.getByLabel('Document number').fill('PT-777')
  await page.getByLabel('Date of birth').fill('1990-05-17')
  for (const [side, red] of [
    ['Front of the document', 10],
    ['Back of the document', 90],
  ] as const) {
    const group = page.getByRole('group', { name: side })
    await group.getByLabel('Choose a file').setInputFiles(await drawn(page, red))
    await expect(page.getByRole('img', { name: `${side}, as it will be sent` })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByRole('heading', { name: 'Your submission is being reviewed' })).toBeVisible()
  await open(reviewer.page, 'Identity verification')
  await reviewer.page.getByRole('link', { name: email }).click()
  await reviewer.page.getByRole('button', { name: 'Approve' }).click()
  await expect(reviewer.page.getByText('The submission is approved.')).toBeVisible()
}

async function deposit(page: Page, ada: Operator, ben: Operator): Promise<void> {
  await page.goto('/recharge/deposit')
  await choose(page, 'Network', 'TRC20')
  await page.getByRole('link', { name: 'Show the address' }).click()
  await expect(page.getByText('Everyone deposits to this address.')).toBeVisible()
  await picture(page, 'receive')
  await page.getByRole('link', { name: 'I have sent it' }).click()
  await page.getByRole('textbox', { name: 'Amount that you sent' }).fill('30000')
  await page.getByLabel('Choose a file').setInputFiles(await drawn(page, 150))
  await expect(page.getByRole('img', { name: 'The voucher that will be sent' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit the deposit' }).click()
  await expect(page).toHaveURL(/\/recharge\/recharge-records$/)
  const sheet = await openRow(ada, 'Deposits', email, 'Deposit')
  await sheet.getByLabel('Amount that came').fill('30000')
  await sheet.getByLabel('Unit, typed again').fill('USDT')
  await sheet.getByLabel('Reason').fill('seen on the chain')
  await picture(ada.page, 'desk-deposit')
  await sheet.getByRole('button', { name: 'Complete' }).last().click()
  await expect(sheet).toHaveCount(0)
  // so large a sum is not one person's to credit
  const card = page.getByRole('main').getByRole('listitem')
  await expect(card).toContainText('Pending')
  await approve(ben, 'Ada', 'Deposit to credit')
  await expect(card).toContainText('Completed')
}

async function trade(page: Page): Promise<void> {
  await page.goto('/market/trade/coins/BTCUSDT')
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await ticket.getByRole('group', { name: 'Order type' }).getByText('Market', { exact: true }).click()
  await ticket.getByRole('textbox', { name: 'Spend' }).fill('1000')
  await ticket.getByRole('button', { name: 'Buy BTC for 1,000 USDT' }).click()
  const sheet = page.getByRole('dialog', { name: 'Check your order' })
  // its notification says so too
  const toast = expect(page.getByText('Order filled').first()).toBeVisible({ timeout: 15_000 })
  await sheet.getByRole('button', { name: 'Buy BTC for 1,000 USDT' }).click()
  await toast
}

/** Forgets the pace of codes, so that the next can follow at once. */
async function hurry(product: Product): Promise<void> {
  await product.database().query(`UPDATE verification_code SET sent_at = now() - interval '1 hour'`)
}

async function proveAnew(page: Page, product: Product, box: Mailbox): Promise<void> {
  await hurry(product)
  const before = box.mails.length
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(await codeIn(box, before))
}

async function saveAddress(page: Page, product: Product, box: Mailbox): Promise<void> {
  await page.goto('/setting/crypto-address-management')
  await page.getByRole('link', { name: 'Add an address' }).click()
  await choose(page, 'Network', 'TRC20')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(ownTron)
  await page.getByRole('textbox', { name: 'Name (optional)' }).fill('my wallet')
  await proveAnew(page, product, box)
  const toast = expect(page.getByText('Added successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Save the address' }).click()
  await toast
  await expect(page).toHaveURL(/\/setting\/crypto-address-management$/)
}

async function withdraw(page: Page, product: Product, box: Mailbox): Promise<void> {
  await page.goto('/withdrawal/cashout')
  await choose(page, 'Wallet address', /my wallet/)
  await page.getByRole('textbox', { name: 'Amount' }).fill('12000')
  await page.getByRole('button', { name: 'Continue' }).click()
  const sheet = page.getByRole('dialog', { name: 'Check your withdrawal' })
  await expect(sheet).toContainText(ownTron)
  await proveAnew(page, product, box)
  await sheet.getByRole('button', { name: 'Withdraw 12,000 USDT' }).click()
  await expect(page).toHaveURL(/\/withdrawal\/withdraw-records$/)
}

async function usdtOf(page: Page, product: Product): Promise<[string, string]> {
  const token = await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('truemark.session') ?? '{}')
    return String(kept.state.real.token)
  })
  const { data } = await call(product.address, '/account/coin', { token })
  const usdt = listAt(data, 'balances').find((one) => valueAt(one, 'currency') === 'USDT')
  return [textAt(usdt, 'available'), textAt(usdt, 'frozen')]
}

/** An amount of USDT without the 12,000 that were taken out of it. */
function less(text: string): string {
  return formatDecimal((parseDecimal(text, 6) ?? 0n) - 12_000_000_000n, 6)
}

async function reject(ben: Operator): Promise<void> {
  const sheet = await openRow(ben, 'Withdrawals', email, 'Withdrawal')
  await expect(sheet).toContainText(ownTron)
  await sheet.getByRole('group', { name: 'Decision' }).getByText('Reject').click()
  await picture(ben.page, 'desk-withdrawal-reject')
  await sheet.getByRole('button', { name: 'Reject' }).click()
  await expect(sheet).toHaveCount(0)
}

async function pay(ada: Operator, ben: Operator): Promise<void> {
  const taken = await openRow(ada, 'Withdrawals', email, 'Withdrawal')
  await taken.getByLabel('Amount, typed again').fill('12000')
  await taken.getByLabel('Unit, typed again').fill('usdt')
  // the list is read anew so late that its row is opened as it was before
  await ada.page.route(readings, async (route) => {
    await sleep(readingMs)
    await route.continue()
  })
  await taken.getByRole('button', { name: 'Take into payment' }).last().click()
  await expect(taken).toHaveCount(0)
  const own = await openRow(ada, 'Withdrawals', email, 'Withdrawal')
  await expect(own.getByRole('button', { name: 'Take into payment' })).toBeVisible()
  await own.getByLabel('Transaction').fill(payoutTransaction)
  await own.getByRole('button', { name: 'Paid' }).last().click()
  // so large a payout is not one person's to take and to pay
  await expect(own.getByRole('alert')).toBeVisible()
  await ada.page.unroute(readings)
  await picture(ada.page, 'desk-withdrawal-second')
  await own.getByRole('button', { name: 'Close' }).click()
  const paid = await openRow(ben, 'Withdrawals', email, 'Withdrawal')
  await paid.getByLabel('Transaction').fill(payoutTransaction)
  await paid.getByRole('button', { name: 'Paid' }).last().click()
  await expect(paid).toHaveCount(0)
}

/** The readings of the queue, and how late one comes, in ms. */
const readings = /\/desk\/withdrawals\?/
const readingMs = 3_000

/** As TRON, Ethereum and Bitcoin write one. */
const payoutTransaction = 'c7'.repeat(32)

test('money comes in, is traded, is sent back once and paid once, by two operators', async ({ browser }) => {
  test.setTimeout(300_000)
  const { product, box, remove } = await startReal({ SINGLE_OPERATOR: 'no' })
  try {
    const ada = await seatOperator(browser, product, 'Ada')
    const ben = await seatOperator(browser, product, 'Ben')
    await addNetwork(ada, ben)
    await publishAgreement(product, ada.token, ben.token)
    await proveMail(product, ada.token, box)
    await switchOn(product, ada, ben, 'spot')
    const page = await openPhone(browser, product)
    await register(page, box)
    await proveName(page, ada)
    await deposit(page, ada, ben)
    await trade(page)
    // what the price leaves of the 1,000 stays, since a quantity is whole steps
    const [free] = await usdtOf(page, product)
    expect(free).toMatch(/^2900\d(\.\d+)?$/)
    await saveAddress(page, product, box)
    await withdraw(page, product, box)
    expect(await usdtOf(page, product)).toEqual([less(free), '12000'])
    await reject(ben)
    const card = page.getByRole('main').getByRole('listitem').first()
    await expect(card).toContainText('The whole amount is available again.')
    expect(await usdtOf(page, product)).toEqual([free, '0'])
    await withdraw(page, product, box)
    await pay(ada, ben)
    await expect(card).toContainText('Paid')
    await page.getByRole('group', { name: 'Withdrawals' }).getByText('Rejected').click()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
    await picture(page, 'records')
    expect(await usdtOf(page, product)).toEqual([less(free), '0'])
    await box.wait(email, /11988 USDT were sent to TJRa/)
    const subjects = box.mails.filter(({ to }) => to === email).map(({ subject }) => subject.replace(/^.*?: /, ''))
    expect(subjects).toEqual(
      expect.arrayContaining([
        'your account is open',
        'your verification was approved',
        'your deposit was credited',
        'your withdrawal was rejected',
        'your withdrawal was paid',
      ]),
    )
  } finally {
    await remove()
  }
})
