import { errorCatalogue } from '@truemark/protocol/errorCatalogue'
import { locales } from '@truemark/protocol/locale'
import { expect, it } from 'vitest'
import { gatewayTexts, loadTranslate } from './translator.ts'

const texts = gatewayTexts(await loadTranslate())

it.each(locales.map(({ id }) => id))('says every refusal in %s with its figures filled in', (id) => {
  for (const entry of errorCatalogue) {
    const params = 'params' in entry ? entry.params : {}
    const text = texts.refusal(entry.reason, params, id)
    expect(text, entry.reason).not.toBe('')
    expect(text).not.toContain('{')
  }
})

it('says the English of the specification', () => {
  expect(texts.refusal('balance_insufficient_order', {}, 'en')).toBe('Insufficient balance')
  expect(texts.success('order_placed', 'en')).toBe('Order placed successfully')
  expect(texts.success('order_placed', 'jp')).not.toBe('Order placed successfully')
})
