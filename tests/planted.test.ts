import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { faults } from '../tools/planted/faults.mjs'

const root = join(import.meta.dirname, '..')

it('every planted fault has a name of its own and fits into the code as it is', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
  expect(faults.length).toBeGreaterThanOrEqual(30)
  const places = faults.flatMap(({ name, file, from, to, also }) =>
    [{ file, from, to }, ...(also ? [also] : [])].map((edit) => {
      const times = readFileSync(join(root, edit.file), 'utf8').split(edit.from).length - 1
      return { name, times, differs: edit.from !== edit.to }
    }),
  )
  expect(places.filter(({ times, differs }) => times !== 1 || !differs)).toEqual([])
})
