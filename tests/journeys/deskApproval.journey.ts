import { expect } from '@playwright/test'
import { open, rowOf, setUp } from './deskStage.ts'
import { faultsOf } from './sound.ts'
import { phone, scrollsAside, test } from './stage.ts'

test.describe('two operators', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('fund the house together: one asks, another approves, and neither alone', async ({
    page,
    browser,
    product,
    complaints,
  }) => {
    await setUp(page, product, 'Rosalind')
    await open(page, 'House accounts')
    await page.getByRole('button', { name: 'Move' }).click()
    const sheet = page.getByRole('dialog', { name: 'Move' })
    await sheet.getByRole('button', { name: 'Ask a second person' }).click()
    await expect(sheet.getByText('Please enter a number')).toBeVisible()
    await sheet.getByLabel('Amount').fill('1000.5')
    await sheet.getByLabel('Currency').fill('usdt')
    await sheet.getByLabel('Reason').fill('opening funds')
    await sheet.getByRole('button', { name: 'Ask a second person' }).click()
    await expect(page.getByText('Asked. It stands under Approvals.')).toBeVisible()

    await open(page, 'Approvals')
    await (await rowOf(page, 'Rosalind')).getByRole('button').click()
    const own = page.getByRole('dialog', { name: 'Move between house accounts' })
    await expect(own).toContainText('You asked for this. Another operator has to approve it.')
    await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await own.getByRole('button', { name: 'Close' }).click()

    const context = await browser.newContext({ baseURL: product.address, viewport: { width: 1440, height: 900 } })
    context.on('page', (other) => complaints.watch(other))
    const second = await context.newPage()
    await setUp(second, product, 'Barbara')
    await open(second, 'Approvals')
    await (await rowOf(second, 'Rosalind')).getByRole('button').click()
    const asked = second.getByRole('dialog', { name: 'Move between house accounts' })
    await expect(asked).toContainText('1000.5')
    await asked.getByRole('button', { name: 'Approve' }).click()
    await expect(asked.getByText('Say why, in 3 to 200 characters')).toBeVisible()
    await asked.getByLabel('Reason for the decision').fill('seen at the bank')
    await asked.getByRole('button', { name: 'Approve' }).click()
    await expect(asked).toHaveCount(0)
    await second.getByRole('tab', { name: 'Decided' }).click()
    await expect(await rowOf(second, 'Rosalind')).toContainText('Done')
    await open(second, 'House accounts')
    await expect(await rowOf(second, 'Treasury')).toContainText('1,000.5')

    await second.getByRole('button', { name: 'Reconcile' }).click()
    const stated = second.getByRole('dialog', { name: 'Reconcile' })
    await expect(stated).toContainText('By the ledger: 1000.5 USDT')
    await context.close()
  })

  test('see each other, and bring a third in by a link that is shown once', async ({ page, product }) => {
    await setUp(page, product, 'Emmy')
    await open(page, 'Operators')
    await expect(await rowOf(page, 'Emmy')).toContainText('Administrator')
    await page.getByRole('button', { name: 'Invite an operator' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Reason').fill('a new colleague')
    await sheet.getByRole('button', { name: 'Invite an operator' }).click()
    await expect(sheet.locator('code')).toContainText('/desk/#/link/')
    await sheet.getByRole('button', { name: 'Close' }).click()
    for (const name of ['Deposits', 'Withdrawals']) {
      await open(page, name)
      await expect(page.getByText('Nothing is here.')).toBeVisible()
      expect(await faultsOf(page)).toEqual([])
    }
  })
})

test.describe('a user’s page', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('shows the ledger and who read it, and freezes on a legal ground alone', async ({ page, product, guest }) => {
    expect(guest.token).not.toBe('')
    await setUp(page, product, 'Lise')
    await open(page, 'Users')
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.getByRole('button', { name: 'Show the ledger' }).click()
    await expect(page.getByText('deposit', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Freeze withdrawals' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Reason').fill('served today')
    await dialog.getByRole('button', { name: 'Freeze withdrawals' }).click()
    await dialog.getByLabel('Authority and file number').fill('Court of Lyon, 26/118')
    await dialog.getByRole('button', { name: 'Freeze withdrawals' }).click()
    await expect(page.getByText('Order of a court: Court of Lyon, 26/118')).toBeVisible()
    await expect(await rowOf(page, 'served today')).toContainText('Lise')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Lift the freeze' }).click()
    await dialog.getByLabel('Reason').fill('the order was lifted')
    await dialog.getByRole('button', { name: 'Lift the freeze' }).click()
    await expect(page.getByText('Order of a court: Court of Lyon, 26/118')).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the sections of two operators fit', async ({ page, product }) => {
    await setUp(page, product, 'Vera')
    for (const name of [
      'Approvals',
      'House accounts',
      'Wallet terms',
      'Price sources',
      'Operators',
      'Deposits',
      'Withdrawals',
    ]) {
      await open(page, name)
      expect(await scrollsAside(page), name).toBe(false)
    }
  })

  test('an operator is asked for customer accounts of their own, is told what declaring one does, and says that there are none', async ({
    page,
    product,
    browser,
  }) => {
    await setUp(page, product, 'Ida')
    await page.getByRole('main').getByRole('link', { name: 'Your customer accounts here' }).click()
    const part = page.getByRole('region', { name: 'Your customer accounts here' })
    await part.getByRole('button', { name: 'Declare an account' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('the account takes no new risk with real money')
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await part.getByRole('button', { name: 'I have none' }).click()
    await expect(part.getByText('You have said that you have no customer account here.')).toBeVisible()
    const reader = await browser.newPage(phone)
    await reader.goto(new URL('/transparency/approvals', page.url()).href)
    const staff = reader.getByRole('region', { name: 'Customer accounts of those who work here' })
    await expect(staff.getByText('Says: no account here').first()).toBeVisible()
    await reader.close()
  })
})
