import { afterEach, expect, it } from 'vitest'
import { localStore } from '@truemark/ui/device/store'
import { lastProduct, rememberProduct } from './lastProduct.ts'

afterEach(() => localStore.removeItem('truemark.lastProduct'))

it('is spot at first, then the product whose page was opened last', () => {
  expect(lastProduct()).toBe('coins')
  for (const product of ['contract', 'eternal_contract', 'option', 'coins'] as const) {
    rememberProduct(`/market/trade/${product}/BTCUSDT`)
    expect(lastProduct()).toBe(product)
  }
})

it.each([
  '/market/trade/option_orders',
  '/market/trade/contract',
  '/market/trade/futures/BTCUSDT',
  '/financial/contract/x/BTCUSDT',
  '/',
])('is not changed by %s', (path) => {
  rememberProduct('/market/trade/option/BTCUSDT')
  rememberProduct(path)
  expect(lastProduct()).toBe('option')
})

it('is spot where what was kept is no product', () => {
  localStore.setItem('truemark.lastProduct', 'margin')
  expect(lastProduct()).toBe('coins')
})
