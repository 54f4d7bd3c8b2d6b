import { type BrowserContext, type Page, expect } from '@playwright/test'
import { open, rowOf, setUp } from './deskStage.ts'
import { faultsOf } from './sound.ts'
import { phone, scrollsAside, test } from './stage.ts'
import { makeHolder, openReal } from './walletStage.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** What stands in the chat, in order, without times and marks. */
async function said(page: Page): Promise<string[]> {
  return page.getByRole('log').locator('p.whitespace-pre-wrap').allInnerTexts()
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write a message').fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

async function answer(desk: Page, text: string): Promise<void> {
  await desk.getByLabel('Answer', { exact: true }).fill(text)
  await desk.getByRole('button', { name: 'Send', exact: true }).click()
}

/** Pictures drawn by the page itself, each of its own colour. */
async function pictures(page: Page, count: number): Promise<{ name: string; mimeType: string; buffer: Buffer }[]> {
  const texts = await page.evaluate((number) => {
    return Array.from({ length: number }, (_, at) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: 320, height: 240 })
      const context = canvas.getContext('2d')
      if (context === null) return ''
      context.fillStyle = `hsl(${at * 60} 60% 50%)`
      context.fillRect(0, 0, 320, 240)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    })
  }, count)
  return texts.map((text, at) => ({ name: `${at}.png`, mimeType: 'image/png', buffer: Buffer.from(text, 'base64') }))
}

async function onPhone(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test('two browsers, one the desk’s, chat through a lost connection', async ({
  page: desk,
  product,
  guest,
  complaints,
}) => {
  // the browser itself complains of every call that it makes without a network
  complaints.allow(/ERR_INTERNET_DISCONNECTED|WebSocket connection/)
  await setUp(desk, product, 'Hedwig')
  await open(desk, 'Customer chat')
  await desk.getByLabel('Your name as users see it').fill('Hedy')
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(desk.getByText('Users see customer service as online')).toBeVisible()

  const context = await guest.open()
  const user = await onPhone(context, '/customer-service')
  await expect(user.getByText('Customer service is online.')).toBeVisible()
  await expect(user.getByText('How can we help?')).toBeVisible()
  expect(await faultsOf(user)).toEqual([])
  await write(user, 'My deposit is late.')
  await expect(user.getByText('You are in the queue.')).toBeVisible()

  await desk.getByRole('link', { name: /My deposit is late\./ }).click()
  await desk.getByRole('button', { name: 'Take this chat' }).click()
  await desk.getByLabel('Answer', { exact: true }).pressSequentially('Let')
  await expect(user.getByText('Hedy is typing…')).toBeVisible()
  await answer(desk, 'Let me look.')
  await expect(user.getByText('Hedy is with you.')).toBeVisible()
  await expect(user.getByText('Let me look.')).toBeVisible()
  await expect(user.getByRole('log')).toContainText('Read')
  await expect(desk.getByRole('log')).toContainText('Read')
  expect(await faultsOf(desk)).toEqual([])

  await context.setOffline(true)
  await write(user, 'I am in a tunnel.')
  await write(user, 'Are you still there?')
  await expect(user.getByText(/Waits for the connection|Sending/).first()).toBeVisible()
  await answer(desk, 'Yes, take your time.')
  await answer(desk, 'It has arrived.')
  await expect(desk.getByRole('log')).toContainText('It has arrived.')
  expect(await said(desk)).toEqual(['My deposit is late.', 'Let me look.', 'Yes, take your time.', 'It has arrived.'])
  await context.setOffline(false)
  const all = [
    'My deposit is late.',
    'Let me look.',
    'Yes, take your time.',
    'It has arrived.',
    'I am in a tunnel.',
    'Are you still there?',
  ]
  await expect.poll(() => said(user), { timeout: 40_000 }).toEqual(all)
  await expect.poll(() => said(desk)).toEqual(all)
  expect(await scrollsAside(user)).toBe(false)

  await user.getByRole('button', { name: 'End', exact: true }).click()
  await user.getByRole('alertdialog').getByRole('button', { name: 'End conversation' }).click()
  await expect(user.getByText('You ended the conversation')).toBeVisible()
  await expect(desk.getByText('This conversation has ended.')).toBeVisible()
  await user.reload()
  await expect.poll(() => said(user)).toEqual(all)
})

test('a ticket with five pictures is answered by a ready text, and opens again', async ({
  page: desk,
  product,
  browser,
  complaints,
}) => {
  await setUp(desk, product, 'Grete')
  await open(desk, 'Customer chat')
  await desk.getByRole('link', { name: 'Ready answers' }).click()
  await desk.getByRole('button', { name: 'Add an answer' }).click()
  const form = desk.getByRole('dialog', { name: 'Add an answer' })
  await form.getByLabel('Title').fill('Looking into it')
  await form.getByLabel('Text').fill('We are looking into it.')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(await rowOf(desk, 'Looking into it')).toContainText('1 / 8')

  const holder = await makeHolder(product, 'ticket@example.org')
  const context = await openReal(browser, product, holder)
  context.on('page', (page) => complaints.watch(page))
  const user = await onPhone(context, '/setting/contact-us')
  const submit = user.getByRole('button', { name: 'Send', exact: true })
  await user.getByLabel('Phone number').fill('')
  await submit.click()
  await expect(user.getByText('Please fill in all required fields.')).toBeVisible()
  await expect(user.getByText('Please enter content.')).toBeVisible()
  await user.getByLabel('Phone number').fill('+351 912 345 678')
  await user.getByLabel('Your question').fill('The amount of my deposit is wrong.')
  const files = user.getByLabel('Add pictures')
  await files.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await expect(user.getByText('Invalid file type. Only SVG, PNG, GIF, and JPG are allowed.')).toBeVisible()
  await files.setInputFiles(await pictures(user, 6))
  await expect(user.getByText('Maximum 5 files allowed.')).toBeVisible()
  await expect(user.getByRole('img', { name: /^Picture [1-5]$/ })).toHaveCount(5)
  expect(await faultsOf(user)).toEqual([])
  await submit.click()
  // each picture is read by a process of its own
  await expect(user).toHaveURL(/\/contact-us\/\w+$/, { timeout: 45_000 })
  await expect(user.getByRole('img', { name: 'Picture' })).toHaveCount(5)

  await open(desk, 'Messages')
  await desk.getByRole('link', { name: 'The amount of my deposit is wrong.' }).click()
  await expect(desk.getByRole('img', { name: 'Picture' })).toHaveCount(5)
  await desk.getByRole('button', { name: 'Ready answers' }).click()
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /Looking into it/ })
    .click()
  expect(await faultsOf(desk)).toEqual([])
  await desk.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(desk.getByText('Answered.')).toBeVisible()

  await expect(user.getByText('We are looking into it.')).toBeVisible()
  await expect(user.getByText('Answered', { exact: true })).toBeVisible()
  await user.getByLabel('Write back').fill('Thank you.')
  await submit.click()
  await expect(user.getByText('Open', { exact: true })).toBeVisible()
  expect(await faultsOf(user)).toEqual([])
  expect(await scrollsAside(user)).toBe(false)
  await context.close()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the desk of customer service fits', async ({ page, product }) => {
    await setUp(page, product, 'Agnes')
    for (const name of ['Customer chat', 'Messages']) {
      await open(page, name)
      expect(await scrollsAside(page), name).toBe(false)
      expect(await faultsOf(page)).toEqual([])
    }
  })
})
