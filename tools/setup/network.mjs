import { spawnSync } from 'node:child_process'
import { Refusal } from './refusal.mjs'
import { findProgram, installDebians } from './systemProgram.mjs'

const howTo = 'install the packages iproute2 and util-linux'

/** @typedef {{ ip: string, unshare: string, nsenter: string }} NetworkPrograms */

/** @returns {NetworkPrograms | null} */
export function networkPrograms() {
  const ip = findProgram('IP_PATH', ['ip', '../sbin/ip'])
  const unshare = findProgram('UNSHARE_PATH', ['unshare'])
  const nsenter = findProgram('NSENTER_PATH', ['nsenter'])
  return ip === null || unshare === null || nsenter === null ? null : { ip, unshare, nsenter }
}

/**
 * Why tests can make no network of their own here, as a sentence; null where they can.
 * @returns {string | null}
 */
export function networkRefusal() {
  const left = 'the tests that cut links between machines are left out'
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return `Only root on Linux can make networks of its own: ${left}.`
  const programs = networkPrograms()
  if (programs === null) return `There are no programs to make a network with: ${left}. To run them too, ${howTo}.`
  const { unshare, ip } = programs
  const tried = spawnSync(unshare, ['--net', ip, 'link', 'add', 'one', 'type', 'veth', 'peer', 'name', 'other'])
  return tried.status === 0 ? null : `This machine lets nobody make networks of their own: ${left}.`
}

/**
 * Finds what networks of a test's own are made with, else installs it as root on Debian. Where that is of no use the tests
 * that cut links are left out, and it is said; with CI set, lacking programs are no choice.
 * @param {string} root
 * @throws {Refusal} with CI set, as root on Linux, when the programs can't be had
 */
export async function findNetwork(root) {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  if (isRoot && networkPrograms() === null) {
    await installDebians(root, 'iproute2')
    if (networkPrograms() === null && process.env['CI'] !== undefined)
      throw new Refusal(`The tests that cut links between machines need a network of their own: ${howTo}.`)
  }
  const refusal = networkRefusal()
  if (refusal !== null) console.log(refusal)
}
