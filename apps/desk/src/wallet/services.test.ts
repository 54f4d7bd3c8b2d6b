import { expect, it } from 'vitest'
import { servicesConsequences, servicesDraft, servicesFaults, servicesRead } from './services.ts'

const terms = { card_currencies: ['USDT', 'EUR'], identity_hours: 24 }

it('cards are codes, each once, and hours a whole number of a week at most', () => {
  expect(servicesRead(servicesDraft(terms))).toEqual(terms)
  expect(servicesRead({ cards: ' usdt, btc ', hours: '168' })).toEqual({
    card_currencies: ['USDT', 'BTC'],
    identity_hours: 168,
  })
  const faults = (cards: string, hours: string) => [...servicesFaults({ cards, hours })]
  expect(faults('', '1')).toEqual([])
  expect(faults('USDT USDT', '0')).toEqual(['cards', 'hours'])
  expect(faults('€', '169')).toEqual(['cards', 'hours'])
})

it('says what follows for whoever withdraws or submits', () => {
  expect(servicesConsequences(terms, terms)).toEqual(['keep'])
  expect(servicesConsequences(terms, { card_currencies: ['USDT'], identity_hours: 48 })).toEqual([
    'off',
    'slower',
    'keep',
  ])
})
