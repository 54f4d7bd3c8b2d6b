import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { faults } from './planted/faults.mjs'
import { isFound, makeCopy } from './planted/plant.mjs'

const root = join(import.meta.dirname, '..')
const copy = join(root, '.cache/planted', String(process.pid))

// `npm run planted` plants each fault into a copy and runs the tests that must fail of it; `npm run planted -- tick fee`
// those alone whose names have one of these words. The last line says how many were found.
const words = process.argv.slice(2)
const chosen = faults.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))

makeCopy(root, copy)
const missed = []
for (const fault of chosen) {
  const found = await isFound(root, copy, fault)
  console.log(`${found ? 'found ' : 'MISSED'} ${fault.name}`)
  if (!found) missed.push(fault.name)
}
rmSync(copy, { recursive: true, force: true })
console.log(`${chosen.length - missed.length} of ${chosen.length} planted faults were found`)
process.exitCode = missed.length === 0 && chosen.length > 0 ? 0 : 1
