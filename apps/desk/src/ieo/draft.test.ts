import { expect, it } from 'vitest'
import { bodyOf, faultsOf, newDraft } from './draft.ts'

const now = Date.UTC(2026, 10, 28, 6)
const draft = { ...newDraft(now), name: 'Coin', currency: 'ADA', price: '0.5', supply: '1000', max: '100' }

it('becomes the call’s body, with its moments in order', () => {
  expect(faultsOf(draft, now)).toEqual(new Set())
  expect(bodyOf(draft)).toMatchObject({
    pass_quantity: '1',
    application_max: '100',
    opens: now + 86_400_000,
    time_to_market: now + 5 * 86_400_000,
  })
})

it('tells what is wrong', () => {
  const wrong = { ...draft, name: ' ', currency: 'a b', supply: '0', closes: draft.opens, market: '' }
  expect([...faultsOf(wrong, now)]).toEqual(['name', 'currency', 'supply', 'closes', 'market'])
})
