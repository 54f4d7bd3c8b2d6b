import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Page, pageIn } from './page.ts'

it('gives every item once, in order, whatever the limit', () => {
  const names = fc.uniqueArray(fc.string({ maxLength: 4 }), { maxLength: 40 })
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 100 }), (items, limit) => {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const query: { limit: string; cursor?: string } = {
          limit: String(limit),
          ...(cursor === null ? {} : { cursor }),
        }
        const page: Page<string> | null = pageIn(items, query, (item) => item)
        if (page === null) throw new Error('a cursor that was given is not taken')
        expect(page.items.length).toBeLessThanOrEqual(limit)
        expect(page.cursor ?? 'AAAA').toMatch(/^[A-Za-z0-9_-]+$/)
        seen.push(...page.items)
        ;({ cursor } = page)
      } while (cursor !== null)
      expect(seen).toEqual(items)
    }),
  )
})

it('takes no cursor that it did not give', () => {
  expect(pageIn(['a', 'b'], { cursor: 'nothing' }, (item) => item)).toBeNull()
})
