import { expect, it } from 'vitest'
import { addressFault, cardFields } from '@truemark/payee/payeeFault'
import { memoFault, cardFaults, emptyCard } from './payeeForm.ts'
import { groupsOf, shortAddress } from './payeeText.ts'

const tron = 'TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r'

it('an address is right on its network, of another one, or none', () => {
  expect(addressFault('TRC20', ` ${tron} `)).toBeNull()
  expect(addressFault('ERC20', tron)).toBe('withdrawal_address_wrong')
  expect(addressFault('TRC20', `${tron.slice(0, -1)}s`)).toBe('address_trc20_invalid')
  expect(addressFault('ERC20', '')).toBe('address_erc20_invalid')
  expect(addressFault('Bitcoin', 'x')).toBe('address_bitcoin_invalid')
  expect(addressFault('Solana', 'x')).toBe('address_solana_invalid')
})

it('a memo is asked for where the network has them, unless there is none in so many words', () => {
  expect(memoFault('XRP', ' ', false)).toBe('memo_missing')
  expect(memoFault('XRP', '', true)).toBeNull()
  expect(memoFault('XRP', 'name', false)).toBe('memo_invalid')
  expect(memoFault('XRP', ' 12 ', false)).toBeNull()
  expect(memoFault('TRC20', '', false)).toBeNull()
  expect(addressFault('XRP', tron)).toBe('withdrawal_address_wrong')
  expect(addressFault('Stellar', 'x')).toBe('address_form_invalid')
})

it('each missing field of a card has its own reason, and the optional ones have none', () => {
  expect(Object.values(cardFaults(emptyCard))).toEqual([
    'bank_recipient_missing',
    'bank_recipient_address_missing',
    'bank_type_missing',
    'bank_name_missing',
    'bank_account_missing',
    'bank_address_missing',
    'bank_country_missing',
  ])
})

it('codes and numbers are judged by their standards', () => {
  const full = Object.fromEntries(cardFields.map((name) => [name, 'x']))
  const card = {
    ...emptyCard,
    ...full,
    account_number: 'DE89 3704 0044 0532 0130 00',
    international_code: 'DEUT DE FF',
  }
  expect(cardFaults({ ...card, aba_routing_number: '021000021' })).toEqual({})
  expect(cardFaults({ ...card, aba_routing_number: '021000022', account_number: 'DE89370400440532013001' })).toEqual({
    aba_routing_number: 'routing_number_invalid',
    account_number: 'account_number_invalid',
  })
  expect(cardFaults({ ...card, international_code: 'DEUT', aba_routing_number: '' })).toEqual({
    international_code: 'swift_invalid',
  })
})

it('a list shows six and four signs of an address, a confirmation all of it in fours', () => {
  expect(shortAddress(tron)).toBe('TNDzfE…Bg3r')
  expect(shortAddress('short')).toBe('short')
  expect(groupsOf(tron).join('')).toBe(tron)
  expect(groupsOf(tron)[0]).toBe('TNDz')
})
