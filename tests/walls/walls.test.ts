import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { checkWalls } from '../../tools/checks/walls.mjs'
import { unpackFixtures } from './fixture.ts'

const require = createRequire(import.meta.url)
const { forbidden } = require('../../.dependency-cruiser.cjs')
const fixtures = unpackFixtures('walls')

test('each wall has a fixture', () => {
  const rules = forbidden.map((wall: { name: string }) => wall.name)
  expect(fixtures.map((fixture) => fixture.rule).toSorted()).toEqual(rules.toSorted())
})

test.each(fixtures)('$rule is caught, and nothing beside it', async ({ rule, folder, bad }) => {
  const { breaches } = await checkWalls(folder)
  expect(new Set(breaches.map((breach) => breach.rule))).toEqual(new Set([rule]))
  expect([...new Set(breaches.map((breach) => breach.from))].toSorted()).toEqual(bad.toSorted())
})

test('a tree without an import is not waved through', async () => {
  await expect(checkWalls(import.meta.dirname)).rejects.toThrow('no import')
})
