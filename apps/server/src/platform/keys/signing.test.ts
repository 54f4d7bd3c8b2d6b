import { expect, test } from 'vitest'
import { testKeys } from '../../testing/testKeys.ts'

test('what signs receipts is drawn from its secret once, and not for each order', () => {
  const { signing } = testKeys()
  const first = signing.receiptSigner(1)
  const since = performance.now()
  for (let drawn = 0; drawn < 200; drawn++) signing.spans('receipts')
  const drawnMs = performance.now() - since
  for (let seq = 1; seq <= 2_000; seq++) expect(signing.receiptSigner(seq)).toBe(first)
  const again = performance.now()
  for (let seq = 1; seq <= 2_000; seq++) signing.receiptSigner(seq)
  expect(performance.now() - again).toBeLessThan(drawnMs)
})
