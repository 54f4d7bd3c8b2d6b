import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkTidy } from '../tools/checks/tidy.mjs'
import { tidyRules } from '../tools/checks/tidyRules.mjs'
import { unpackFixtures } from './walls/fixture.ts'

const fixtures = unpackFixtures('tidy')
// These are about bulk or a name alone, so the tests below make their files.
const made = ['file-length', 'file-size']

test('each rule of the house has a fixture', () => {
  const covered = [...fixtures.map((fixture) => fixture.rule), ...made]
  expect(covered.toSorted()).toEqual(tidyRules.map((rule) => rule.name).toSorted())
})

test.each(fixtures)('$rule is caught, and nothing beside it', ({ rule, folder, bad }) => {
  const { untidy } = checkTidy(folder)
  expect(new Set(untidy.map((one) => one.rule))).toEqual(new Set([rule]))
  expect([...new Set(untidy.map((one) => one.path))].toSorted()).toEqual(bad.toSorted())
})

test('a style sheet of 401 lines and a file above 1.5 MB are caught, one at the limit is not', () => {
  const folder = emptyFolder('bulk')
  writeFileSync(join(folder, 'long.css'), 'a{}\n'.repeat(401))
  writeFileSync(join(folder, 'atLimit.css'), 'a{}\n'.repeat(400))
  writeFileSync(join(folder, 'big.png'), Buffer.alloc(1.5 * 1024 * 1024 + 1))
  writeFileSync(join(folder, 'bigAtLimit.png'), Buffer.alloc(1.5 * 1024 * 1024))
  const found = checkTidy(folder).untidy.map((one) => [one.rule, one.path, one.line])
  expect(new Set(found)).toEqual(
    new Set([
      ['file-length', 'long.css', 401],
      ['file-size', 'big.png', 1],
    ]),
  )
})

test('an index file is a barrel by its name', () => {
  const folder = emptyFolder('index')
  writeFileSync(join(folder, 'index.ts'), 'export const a = 1\n')
  writeFileSync(join(folder, 'index.html'), '<p>fine</p>\n')
  expect(checkTidy(folder).untidy.map((one) => [one.rule, one.path])).toEqual([['barrel', 'index.ts']])
})

function emptyFolder(name: string): string {
  const folder = join(import.meta.dirname, '../.cache/fixtures/made', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}
