import { Refusal } from './refusal.mjs'
import { findProgram, installDebians } from './systemProgram.mjs'

const howTo = 'install the package nats-server, or set NATS_SERVER_PATH to the program'

/**
 * Finds a NATS server, else installs one: NATS_SERVER_PATH, PATH, Debian's nats-server when root. Where none can be had the
 * tests of core and gateways are left out, and it is said; with CI set that is no choice.
 * @param {string} root
 * @returns {Promise<string | null>} path of the program
 * @throws {Refusal} with CI set when there is none and none can be had
 */
export async function findNatsServer(root) {
  const found = installedNatsServer()
  if (found !== null) return found
  await installDebians(root, 'nats-server')
  const installed = installedNatsServer()
  if (installed !== null) return installed
  if (process.env['CI'] !== undefined) throw new Refusal(`The tests of core and gateways need a bus: ${howTo}.`)
  console.log(`There is no NATS server: the tests of core and gateways are left out. To run them too, ${howTo}.`)
  return null
}

/** The one that is there already; Debian puts it where not every user's PATH leads. */
export function installedNatsServer() {
  return findProgram('NATS_SERVER_PATH', ['nats-server', '../sbin/nats-server'])
}
