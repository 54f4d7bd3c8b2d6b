import { describe, expect, it } from 'vitest'
import { hrefOf, matchPath, placeOf } from './place.ts'

describe('placeOf', () => {
  it.each([
    ['/news/7?tab=a&tab=b&x=%2B#end', '/news/7', { tab: 'b', x: '+' }],
    ['/home/', '/home', {}],
    ['/?id=0123', '/', { id: '0123' }],
    ['', '/', {}],
  ])('reads %s', (address, pathname, search) => {
    expect(placeOf(address)).toMatchObject({ pathname, search })
  })

  it('gives an address that no browser reads as another host', () => {
    expect(placeOf('//evil.example/login').href).toBe('/evil.example/login')
  })

  it('takes a name of the language itself for a field like any other', () => {
    expect(Object.keys(placeOf('/x?__proto__=1').search)).toEqual(['__proto__'])
  })
})

describe('hrefOf', () => {
  it('fills the open parts, and leaves out of the query what is undefined', () => {
    const target = { to: '/news/$id', params: { id: 'a/b' }, search: { q: 'ü&', none: undefined } }
    expect(hrefOf(target)).toBe('/news/a%2Fb?q=%C3%BC%26')
    expect(placeOf(hrefOf(target)).search).toEqual({ q: 'ü&' })
  })

  it('leaves digits what they are', () => {
    expect(hrefOf({ to: '/x', search: { id: '12' } })).toBe('/x?id=12')
  })
})

describe('matchPath', () => {
  it.each([
    ['/news/$id', '/news/7', { id: '7' }],
    ['/news/$id', '/news/%E4%BD%A0', { id: '你' }],
    ['/news/$id', '/news/%', { id: '%' }],
    ['/Home', '/home/', {}],
    ['/news/$id', '/news', null],
    ['/news/$id', '/news//', null],
    ['/news', '/news/7', null],
  ])('holds %s against %s', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toEqual(params)
  })
})
