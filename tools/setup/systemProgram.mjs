import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

const installTimeoutMs = 8 * 60_000

/**
 * The program that a variable of the environment names, else the first of these names on the PATH, the better first.
 * @param {string} variable
 * @param {string[]} names
 * @returns {string | null}
 */
export function findProgram(variable, names) {
  const given = process.env[variable]
  if (given !== undefined && given !== '') return given
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram) ?? null
}

/**
 * Installs a package of Debian where that is to be had: as root, on Linux.
 * @param {string} root
 * @param {string} name
 */
export async function installDebians(root, name) {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return
  console.log(`Installing the system package ${name} …`)
  const options = {
    cwd: root,
    timeoutMs: installTimeoutMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  await run('apt-get', ['update'], options)
  await run('apt-get', ['install', '-y', '--no-install-recommends', name], options)
}

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
