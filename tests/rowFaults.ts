import { afterAll } from 'vitest'
import { rowFaults } from '../tools/checks/rows/rowsOf.mjs'

/** A query whose rows are not what its type says fails the file that met it. */
afterAll(() => {
  const faults = [...rowFaults()]
  rowFaults().clear()
  if (faults.length > 0) throw new Error(faults.join('\n'))
})
