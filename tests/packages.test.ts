import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  type Locked,
  billOf,
  exceptions,
  findFaults,
  isAllowed,
  readLocked,
  readPackages,
} from '../tools/checks/packages.mjs'

const digest = `sha512-${Buffer.alloc(64, 7).toString('base64')}`
const sound: Locked = {
  path: 'node_modules/@a/b',
  name: '@a/b',
  version: '1.2.3',
  licence: 'MIT',
  integrity: digest,
  resolved: '',
  bundled: false,
  dev: false,
  hasScript: false,
}
const { locked, product } = readPackages(join(import.meta.dirname, '..'))

test('every package of the lock may be there', () => {
  expect(locked.length).toBeGreaterThan(100)
  expect(findFaults(locked, product.allowScripts)).toEqual([])
})

test('lists every package of the lock, with where it came from, its digest and its licence', () => {
  const bill = billOf(locked, product)
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 })
  expect(bill.components).toHaveLength(locked.length)
  expect(new Set(bill.components.map((one) => one['bom-ref'])).size).toBe(locked.length)
  const [one] = billOf([sound], product).components
  expect(one).toMatchObject({ purl: 'pkg:npm/%40a/b@1.2.3', licenses: [{ expression: 'MIT' }], scope: 'required' })
  expect(one?.hashes).toEqual([{ alg: 'SHA-512', content: '07'.repeat(64) }])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT or MPL-2.0', true],
  ['(MIT AND Zlib)', true],
  ['GPL-3.0-only', false],
  ['MIT AND GPL-3.0-only', false],
  ['LGPL-3.0-or-later', false],
  ['MPL-2.0', false],
  ['UNLICENSED', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['', false],
])('lets in what may be shipped, and nothing else: %s', (licence, isIn) => {
  expect(isAllowed({ name: 'some-package', licence })).toBe(isIn)
})

test('an exception is for the packages that it names, each of which is there', () => {
  expect(isAllowed({ name: '@img/sharp-libvips-linux-x64', licence: 'LGPL-3.0-or-later' })).toBe(true)
  expect(isAllowed({ name: '@img/sharp-libvips-linux-x64', licence: 'GPL-3.0-only' })).toBe(false)
  expect(isAllowed({ name: 'lightningcss', licence: 'LGPL-3.0-or-later' })).toBe(false)
  for (const { licence, names } of exceptions) {
    expect(locked.filter((one) => names.test(one.name) && one.licence.includes(licence)).length).toBeGreaterThan(0)
  }
})

test('is found out where a package has no digest, comes from elsewhere, or runs a script that nobody let in', () => {
  const faultsOf = (change: Partial<Locked>) => findFaults([{ ...sound, ...change }], { '@known/script': true })
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ integrity: '' })).toEqual(['@a/b 1.2.3 has no digest in package-lock.json'])
  expect(faultsOf({ integrity: '', bundled: true })).toEqual([])
  expect(faultsOf({ resolved: 'git+ssh://git@example.org/a/b.git#0123' })[0]).toContain('which is no registry')
  expect(faultsOf({ resolved: 'http://example.org/@a/b/-/b-1.2.3.tgz' })).toHaveLength(1)
  expect(faultsOf({ resolved: 'https://example.org/@a/b/-/b-1.2.3.tgz' })).toEqual([])
  expect(faultsOf({ hasScript: true })).toEqual(['@a/b 1.2.3 runs a script when installed: decide in allowScripts'])
  expect(faultsOf({ hasScript: true, name: '@known/script' })).toEqual([])
})

test('reads a lock without its workspaces', () => {
  const packages = {
    '': { name: 'root' },
    'packages/core': { version: '0.1.0' },
    'node_modules/@a/core': { resolved: 'packages/core', link: true },
    'node_modules/c/node_modules/@a/b': { version: '1.2.3', license: 'MIT', integrity: digest },
  }
  const path = 'node_modules/c/node_modules/@a/b'
  expect(readLocked(JSON.stringify({ packages }))).toEqual([{ ...sound, path }])
})
