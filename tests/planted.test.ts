import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { faults } from '../tools/planted/faults.mjs'
import { isFound, makeCopy } from '../tools/planted/plant.mjs'

const root = join(import.meta.dirname, '..')

it('every planted fault has a name of its own and fits into the code as it is', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
  expect(faults.length).toBeGreaterThanOrEqual(49)
  const places = faults.flatMap(({ name, file, from, to, also }) =>
    [{ file, from, to }, ...(also ? [also] : [])].map((edit) => {
      const times = readFileSync(join(root, edit.file), 'utf8').split(edit.from).length - 1
      return { name, times, differs: edit.from !== edit.to }
    }),
  )
  expect(places.filter(({ times, differs }) => times !== 1 || !differs)).toEqual([])
})

// those whose tests are quick, drawn by a seed: `npm run planted` goes through all of them
const seed = Number(process.env['PLANTED_SEED'] ?? 7)
const quick = faults.filter(({ tests }) =>
  tests.every((test) => /^packages\/core\/(alike|alikeAlways|spot\/money)/.test(test)),
)
const drawn = [0, 1, 2].map((at) => quick[(seed + at * 5) % quick.length])

it(
  'three of them, planted into a copy, are found, so that what plants them cannot rot',
  { timeout: 600_000 },
  async () => {
    const copy = join(root, '.cache/plantedSample')
    makeCopy(root, copy)
    const missed = []
    for (const fault of drawn) if (fault && !(await isFound(root, copy, fault))) missed.push(fault.name)
    rmSync(copy, { recursive: true, force: true })
    expect(missed).toEqual([])
    expect(new Set(drawn).size).toBe(3)
  },
)
