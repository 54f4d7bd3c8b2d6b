import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { writtenTables } from '../../apps/server/src/platform/written/writtenTables.ts'
import { derivedTables, guardedTables, idleTables } from '../../apps/server/src/readModels.ts'
import { namelessFiles, openTables, overTheWall, tableOwners } from '../../tools/checks/tableOwners.mjs'
import { checkTables } from '../../tools/checks/tables.mjs'
import { unpackFixtures } from './fixture.ts'

const server = join(import.meta.dirname, '../../apps/server/src')

test('each table that a list of the read models knows has one owner, a folder of the server', () => {
  const listed = [...derivedTables.keys(), ...writtenTables.map(({ name }) => name), ...guardedTables.keys()]
  expect(Object.values(tableOwners).flat().toSorted()).toEqual([...listed, ...idleTables.keys()].toSorted())
  expect(Object.keys(tableOwners).filter((slice) => !existsSync(join(server, slice)))).toEqual([])
})

test('each exception is of a file that is there, and says why', () => {
  const files = [...overTheWall.map(({ file }) => file), ...namelessFiles.keys()]
  expect(files.filter((file) => !existsSync(join(server, file)))).toEqual([])
  const reasons = [...overTheWall.map(({ why }) => why), ...openTables.values(), ...namelessFiles.values()]
  for (const reason of reasons) expect(reason.length).toBeGreaterThan(10)
})

test.each(unpackFixtures('tables'))('$rule is caught, and nothing beside it', ({ rule, folder, bad }) => {
  const { breaches } = checkTables(folder)
  expect(new Set(breaches.map((breach) => breach.rule))).toEqual(new Set([rule]))
  expect([...new Set(breaches.map((breach) => breach.file))].toSorted()).toEqual(bad.toSorted())
})

test('an exception that nothing needs any more is named', () => {
  const folder = join(import.meta.dirname, '../../.cache/fixtures/made/tables')
  const path = join(folder, 'apps/server/src/operator/waiting.store.ts')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true })
  const text = readFileSync(join(server, 'operator/waiting.store.ts'), 'utf8')
  writeFileSync(path, text)
  expect(checkTables(folder).breaches).toEqual([])
  writeFileSync(path, text.replace(' FROM withdrawal WHERE', ' FROM escalation_told WHERE'))
  expect(checkTables(folder).breaches.map(({ instead }) => instead)).toEqual([
    expect.stringMatching(/^take the exception out of .*: it no longer names withdrawal$/),
  ])
})
