import { Refusal } from './refusal.mjs'
import { findProgram, installDebians } from './systemProgram.mjs'

const howTo = 'install bitcoind or the package litecoind, or set BITCOIND_PATH to one'

/**
 * Finds a node that speaks Bitcoin's RPC, else installs one: BITCOIND_PATH, PATH, Debian's litecoind when root. Where none
 * can be had the tests on its chain are left out, and it is said; with CI set that is no choice.
 * @param {string} root
 * @returns {Promise<string | null>} path of the program
 * @throws {Refusal} with CI set when there is none and none can be had
 */
export async function findBitcoind(root) {
  const found = findInstalled()
  if (found !== null) return found
  await installDebians(root, 'litecoind')
  const installed = findInstalled()
  if (installed !== null) return installed
  if (process.env['CI'] !== undefined) throw new Refusal(`The tests of deposits by a chain need a node: ${howTo}.`)
  console.log(`There is no node of Bitcoin’s kind: the tests on its chain are left out. To run them too, ${howTo}.`)
  return null
}

/** The one that is there already; the better known first, and Debian has but the second. */
export function findInstalled() {
  return findProgram('BITCOIND_PATH', ['bitcoind', 'litecoind'])
}
