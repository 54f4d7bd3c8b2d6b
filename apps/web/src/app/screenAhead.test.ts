import { afterEach, expect, it } from 'vitest'
import { localStore } from '@truemark/ui/device/store'
import { screenAhead } from './screenAhead.ts'
import { rememberProduct } from './lastProduct.ts'
import { screens } from './routeTable.ts'

afterEach(() => localStore.removeItem('truemark.lastProduct'))

it('knows every screen of the table by a path of it', () => {
  for (const row of screens) expect(screenAhead(row.path.replace(/\$\w+/, 'BTCUSDT'), true)).toBe(row)
})

it.each([
  ['/', '/home'],
  ['/home/', '/home'],
  ['/setting', '/setting/setpage'],
  ['/market/trade/BTCUSDT', '/market/trade/coins/$symbol'],
  ['/market/trade/option_orders', '/market/trade/option_orders'],
  ['/nowhere', undefined],
])('finds that %s opens %s', (path, screen) => {
  expect(screenAhead(path, true)?.path).toBe(screen)
})

it('follows the product that was used last', () => {
  rememberProduct('/market/trade/option/BTCUSDT')
  expect(screenAhead('/market/trade/ETHUSDT', true)?.path).toBe('/market/trade/option/$symbol')
})

it('finds that who is not signed in comes to the login, but where a path is open to all', () => {
  expect(screenAhead('/home', false)?.path).toBe('/login')
  expect(screenAhead('/', false)?.path).toBe('/login')
  expect(screenAhead('/register', false)?.path).toBe('/register')
  expect(screenAhead('/transparency/rules', false)?.path).toBe('/transparency/$part')
})
