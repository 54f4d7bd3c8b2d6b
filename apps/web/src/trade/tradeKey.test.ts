import { expect, it } from 'vitest'
import { tradeKeyOf } from './tradeKey.ts'

const press = (key: string, code = '', more: object = {}) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...more,
})

it('letters mean sides and fields while nobody types', () => {
  expect(['b', 'S', 'p', 'q', '?', 'x', 'Tab'].map((key) => tradeKeyOf(press(key), 'nowhere'))).toEqual([
    'buy',
    'sell',
    'price',
    'quantity',
    'help',
    null,
    null,
  ])
})

it('a layout without Latin letters has them at the same places', () => {
  expect(tradeKeyOf(press('ㅠ', 'KeyB'), 'nowhere')).toBe('buy')
  expect(tradeKeyOf(press('ห', 'KeyS'), 'nowhere')).toBe('sell')
  // of one that has them the letter counts and not the place
  expect(tradeKeyOf(press('a', 'KeyQ'), 'nowhere')).toBeNull()
})

it('in the ticket Enter reviews and Escape leaves; whoever types elsewhere is left alone', () => {
  expect(['Enter', 'Escape', 'b', '?'].map((key) => tradeKeyOf(press(key), 'ticket'))).toEqual([
    'review',
    'leave',
    null,
    null,
  ])
  expect(['Enter', 'b', '?'].map((key) => tradeKeyOf(press(key), 'elsewhere'))).toEqual([null, null, null])
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }]) {
    expect(tradeKeyOf(press('b', 'KeyB', more), 'nowhere')).toBeNull()
  }
})
