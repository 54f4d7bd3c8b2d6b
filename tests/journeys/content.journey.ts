import { type Page, expect } from '@playwright/test'
import { open, setUp } from './deskStage.ts'
import { faultsOf } from './sound.ts'
import { scrollsAside, test } from './stage.ts'

const languages = [
  ['English', 'Maintenance on Sunday', 'Trading **pauses** for an hour.\n\n- Deposits wait\n- Orders stay'],
  ['日本語', '日曜日のメンテナンス', '取引は一時間**停止**します。'],
  ['Français', 'Maintenance dimanche', 'Les échanges **s’arrêtent** une heure.'],
] as const

/** How long after it is scheduled the announcement falls due. */
const aheadMs = 20_000

/** A moment as a field of the browser takes one, to the second, in the browser's own time. */
function momentAhead(): string {
  const moment = new Date(Date.now() + aheadMs)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`
}

async function write(page: Page, language: string, title: string, content: string): Promise<void> {
  await page.getByRole('main').getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: language }).click()
  await page.getByRole('textbox', { name: 'Heading' }).fill(title)
  await page.getByLabel('Content', { exact: true }).fill(content)
  await expect(page.getByRole('region', { name: 'As the reader sees it' }).getByText(title)).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Versions' })).toContainText(title)
}

test.use({ viewport: { width: 1440, height: 900 } })

test('an announcement is written in three languages, falls due, and is read in each of them', async ({
  page,
  product,
  guest,
}) => {
  test.setTimeout(180_000)
  await setUp(page, product, 'Dorothy')
  await open(page, 'Contents')
  await page.getByRole('button', { name: 'Write an announcement' }).click()
  await page.getByRole('textbox', { name: 'Heading' }).fill('Careless')
  await page.getByLabel('Content', { exact: true }).fill('<script>alert(1)</script> [pay](javascript:alert(1))')
  await expect(page.getByText('HTML is shown as letters:').first()).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Take out what can’t be shown first.')).toBeVisible()
  for (const [language, title, content] of languages) await write(page, language, title, content)
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Publish' }).click()
  const sheet = page.getByRole('dialog', { name: 'Publish' })
  await sheet.getByText('At a time').click()
  await sheet.getByLabel('Date and time').fill(momentAhead())
  await sheet.getByLabel('Reason').fill('works on the database')
  await sheet.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText(/^Will be shown from/)).toBeVisible()

  const context = await guest.open({ locale: 'jp' })
  const reader = await context.newPage()
  await reader.goto('/news')
  await expect(reader.getByText('日曜日のメンテナンス')).toHaveCount(0)
  await expect(async () => {
    await reader.reload()
    await expect(reader.getByText('日曜日のメンテナンス')).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  const mark = reader.getByRole('link', { name: /日曜日のメンテナンス.*未読/ })
  await expect(mark).toBeVisible()
  await mark.tap()
  await expect(reader.locator('strong')).toHaveText('停止')
  expect(await scrollsAside(reader)).toBe(false)
  expect(await faultsOf(reader)).toEqual([])

  const english = await (await guest.open()).newPage()
  await english.goto('/home')
  await english.getByRole('link', { name: /^Announcements: Maintenance on Sunday/ }).tap()
  // the screen that is left has a link of the same words
  await expect(english).toHaveURL(/\/news$/)
  const row = english.getByRole('link', { name: /^Maintenance on Sunday/ })
  // the guest of these sessions is one person, who has read it in Japanese
  await expect(row).not.toContainText('Unread')
  await row.tap()
  await expect(english.locator('strong')).toHaveText('pauses')
  await expect(english.getByText('Shown in English')).toHaveCount(0)

  const french = await (await guest.open({ locale: 'fre' })).newPage()
  await french.goto('/news')
  await french.getByRole('link', { name: /Maintenance dimanche/ }).tap()
  await expect(french.locator('strong')).toHaveText('s’arrêtent')

  const spanish = await (await guest.open({ locale: 'spa' })).newPage()
  await spanish.goto('/home')
  const announced = spanish.getByRole('link', { name: /Maintenance on Sunday/ })
  await expect(announced.locator('[lang=en]')).toHaveText('Maintenance on Sunday')
  await expect(announced).toContainText('Se muestra en inglés')
  await announced.tap()
  await expect(spanish).toHaveURL(/\/news$/)
  await spanish.getByRole('link', { name: /^Maintenance on Sunday/ }).tap()
  await expect(spanish.getByText('Se muestra en inglés')).toBeVisible()
  await expect(spanish.getByRole('listitem').filter({ hasText: 'Orders stay' })).toBeVisible()
})
