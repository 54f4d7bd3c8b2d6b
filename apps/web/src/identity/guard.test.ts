import { describe, expect, it } from 'vitest'
import { isOpenPath, safeRedirect } from './guard.ts'

describe('isOpenPath', () => {
  it.each(['/login', '/login/', '/login/again', '/testlogine', '/forgot', '/register?x=1', '/transparency/rules'])(
    '%s is open',
    (path) => {
      expect(isOpenPath(path)).toBe(true)
    },
  )

  it.each(['/', '/home', '/loginx', '/registered', '/forgotten', '/setting/login', '/Login', '//login'])(
    '%s needs a session',
    (path) => {
      expect(isOpenPath(path)).toBe(false)
    },
  )
})

describe('safeRedirect', () => {
  const origin = 'https://app.example'

  it.each([
    ['/fund/transfer?from=coin#top', '/fund/transfer?from=coin#top'],
    ['/market/trade/BTCUSDT', '/market/trade/BTCUSDT'],
    ['/a/../home', '/home'],
    ['/', '/'],
  ])('%s is kept', (wanted, path) => {
    expect(safeRedirect(wanted, origin)).toBe(path)
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/x\\evil',
    'https://evil.example/home',
    'javascript:alert(1)',
    '/\t/evil.example',
    'home',
    '',
    '/login?redirect=/login',
    '/x/../login',
    '/'.padEnd(3000, 'x'),
    undefined,
    7,
  ])('%j leads home', (wanted) => {
    expect(safeRedirect(wanted, origin)).toBe('/home')
  })
})
