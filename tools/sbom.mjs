import { join } from 'node:path'
import { billOf, findFaults, readPackages } from './checks/packages.mjs'

// Prints the list of all packages as CycloneDX; ends with 1 where one of them may not be there.
const { locked, product } = readPackages(join(import.meta.dirname, '..'))
process.stdout.write(`${JSON.stringify(billOf(locked, product), null, 2)}\n`)
const faults = findFaults(locked, product.allowScripts)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
