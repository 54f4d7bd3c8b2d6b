import { locales } from '@truemark/protocol/locale'
import { disclosureProduct } from '@truemark/protocol/routes/disclosure'
import { expect, it } from 'vitest'
import { loadTranslate } from '../platform/texts/translator.ts'
import { digestOf, linesOf } from './lines.ts'
import { disclosureVersionOf } from './versions.ts'

it.each(disclosureProduct.options)(
  'has a version for the risks of %s as they read now, in every language',
  async (product) => {
    const translate = await loadTranslate()
    const lines = locales.flatMap(({ id }) => linesOf(translate, product, id))
    // another digest than the version's: raise the version by one, put this digest beside it, and everybody is asked again
    expect(digestOf(lines)).toBe(disclosureVersionOf(product).digest)
  },
)

it('names the kind of order in every language, and what can be lost', async () => {
  const translate = await loadTranslate()
  for (const { id } of locales) {
    const titles = disclosureProduct.options.map((product) => linesOf(translate, product, id)[0])
    expect(new Set(titles).size).toBe(titles.length)
  }
})
