import { expect } from '@playwright/test'
import { call, listAt, textAt, valueAt } from '../client.ts'
import { makeOperator, test } from './realStage.ts'
import { faultsOf } from './sound.ts'
import { phone } from './stage.ts'
import { makeHolder, openReal } from './walletStage.ts'

test.use(phone)

test('while nothing can be changed everybody is told until when, and what is pressed is refused with it', async ({
  browser,
  product,
}) => {
  test.setTimeout(120_000)
  const [ada, ben] = [
    await makeOperator(product, 'administrator', 'Ida'),
    await makeOperator(product, 'treasurer', 'Bo'),
  ]
  const holder = await makeHolder(product, 'readonly@example.org')
  const context = await openReal(browser, product, holder)
  const page = await context.newPage()
  await page.goto('/market')
  const mark = page.getByRole('button', { name: /^Add .* to favourites/ }).first()
  await mark.waitFor()
  const set = { from: null, minutes: 30, reason: 'journey' }
  const asked = await call(product.address, '/desk/read_only', { method: 'PUT', token: ada, body: set })
  expect(asked).toMatchObject({ code: 200, data: { period: { until: expect.any(Number) } } })
  const { data } = await call(product.address, '/desk/proposals', { token: ben })
  for (const one of listAt(data, 'items').filter((item) => valueAt(item, 'state') === 'open')) {
    const body = { approve: true, digest: textAt(one, 'digest'), reason: 'journey' }
    await call(product.address, `/desk/proposals/${textAt(one, 'id')}/decide`, { method: 'POST', token: ben, body })
  }
  await mark.click()
  const banner = page.getByText(/^Maintenance until .*: nothing can be changed/)
  await expect(banner).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const wide = await openReal(browser, product, holder, { size: { width: 1440, height: 900 } })
  const other = await wide.newPage()
  await other.goto('/home')
  await expect(other.getByText(/^Maintenance until .*: nothing can be changed/)).toBeVisible()
  await wide.close()
  await call(product.address, '/desk/read_only/lift', { method: 'POST', token: ben, body: { reason: 'journey' } })
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await context.close()
})
