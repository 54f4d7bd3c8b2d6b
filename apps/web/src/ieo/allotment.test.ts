import { expect, it } from 'vitest'
import { demandOf, estimateOf, leftOf, quantityFault } from './allotment.ts'

const terms = {
  pass_quantity: '10',
  pass_price: '25',
  supply: '1000',
  applications: '1500',
  own_applications: '100',
  application_min: '20',
  application_max: '500',
}

it('tells what an application freezes and would come to, by the engine’s rule', () => {
  expect(estimateOf(terms, '500')).toEqual({ amount: '1250', quantity: '250', refund: '625' })
  expect(estimateOf({ ...terms, applications: '0' }, '500')).toEqual({ amount: '1250', quantity: '500', refund: '0' })
  expect(estimateOf(terms, '0')).toEqual({ amount: '0', quantity: '0', refund: '0' })
  expect(demandOf(terms)).toBe('150')
})

it('tells what is wrong with a quantity', () => {
  expect(quantityFault(terms, '15')).toBe('step')
  expect(quantityFault(terms, '10')).toBe('small')
  expect(quantityFault(terms, '410')).toBe('large')
  expect(quantityFault(terms, '400')).toBeNull()
  expect(leftOf(terms)).toBe('400')
})
