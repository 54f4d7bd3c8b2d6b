import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sitesOf } from './sites.mjs'

/**
 * The places of all queries of the server that say what their rows are.
 * @param {string} root
 * @returns {string[]}
 */
export function allSites(root) {
  const sources = join(root, 'apps/server/src')
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !/(^|[\\/])testing[\\/]/.test(name))
    .map((name) => join(sources, name))
    .flatMap((file) => sitesOf(root, file, readFileSync(file, 'utf8')))
    .map(({ place }) => place)
    .toSorted()
}

/**
 * The queries that no test of a whole run met, of what its processes noted in `folder`.
 * @param {string} root
 * @param {string} folder
 */
export function unmetOf(root, folder) {
  const met = new Set(readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')))
  return allSites(root).filter((place) => !met.has(place))
}
