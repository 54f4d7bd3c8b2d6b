import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A package of the lock.
 * @typedef {object} Locked
 * @property {string} path where npm puts it, which no two share
 * @property {string} name
 * @property {string} version
 * @property {string} licence an SPDX expression; '' where the package names none
 * @property {string} integrity the digest that npm holds it against; '' for one that lies within another's archive
 * @property {string} resolved where it comes from, when that is no registry by default
 * @property {boolean} bundled
 * @property {boolean} dev used to build and test alone
 * @property {boolean} hasScript runs a script when it is installed
 */

/** What may be shipped with this code, or build it: permissive licences, and the one of fonts. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/**
 * Licences beyond those, each for packages that are named, and why it may be.
 * @type {readonly { licence: string, names: RegExp, why: string }[]}
 */
export const exceptions = [
  {
    licence: 'LGPL-3.0-or-later',
    names: /^@img\/sharp-/,
    why: 'libvips, which sharp loads as a library of its own and nobody has changed',
  },
  {
    licence: 'MPL-2.0',
    names: /^(axe-core|lightningcss(-.+)?)$/,
    why: 'tools of the build and the tests; nothing of them is in what is shipped',
  },
  {
    licence: '',
    names: /^(parse-cache-control|png-js)$/,
    why: 'name none in package.json; BSD and MIT in the file that they bring along',
  },
]

/**
 * The packages of a lock file of npm, without the workspaces.
 * @param {string} text
 * @returns {Locked[]}
 */
export function readLocked(text) {
  /** @type {{ packages: Record<string, Record<string, unknown>> }} */
  const { packages } = JSON.parse(text)
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && entry.link !== true)
    .map(([path, entry]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: textOf(entry.version),
      licence: textOf(entry.license),
      integrity: textOf(entry.integrity),
      resolved: textOf(entry.resolved),
      bundled: entry.inBundle === true,
      dev: entry.dev === true,
      hasScript: entry.hasInstallScript === true,
    }))
}

/** @param {unknown} value */
function textOf(value) {
  return typeof value === 'string' ? value : ''
}

/**
 * Whether a licence lets a package in: one of its alternatives has allowed parts alone.
 * @param {Pick<Locked, 'name' | 'licence'>} locked
 */
export function isAllowed({ name, licence }) {
  const extra = exceptions.filter(({ names }) => names.test(name)).map((one) => one.licence)
  const alternatives = licence.replace(/^\((.*)\)$/, '$1').split(/ or /i)
  return alternatives.some((one) => one.split(/ and /i).every((part) => allowed.has(part) || extra.includes(part)))
}

/**
 * What is wrong with the packages, a line each: a licence that is not let in, an archive without a digest or from
 * elsewhere than a registry, a script at the installation that nobody has decided on.
 * @param {readonly Locked[]} locked
 * @param {Readonly<Record<string, boolean>>} scripts what package.json says of packages with scripts
 */
export function findFaults(locked, scripts) {
  return locked.flatMap((one) => {
    const { name, version, licence, integrity, resolved, bundled, hasScript } = one
    const faults = []
    if (!isAllowed(one)) faults.push(`has the licence “${licence}”, which tools/checks/packages.mjs does not let in`)
    if (!bundled && !integrity.startsWith('sha512-')) faults.push('has no digest in package-lock.json')
    if (resolved !== '' && !/^https:\/\/[^/]+\/.+\/-\/[^/]+\.tgz$/.test(resolved)) {
      faults.push(`comes from ${resolved}, which is no registry`)
    }
    if (hasScript && !(name in scripts)) faults.push('runs a script when installed: decide in allowScripts')
    return faults.map((fault) => `${name} ${version} ${fault}`)
  })
}

/**
 * The list of packages as CycloneDX 1.5, the same for the same lock.
 * @param {readonly Locked[]} locked
 * @param {{ name: string, version: string, license: string }} product
 */
export function billOf(locked, { name, version, license }) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': name, name, version, licenses: [{ expression: license }] },
    },
    components: locked.map((one) => ({
      type: 'library',
      'bom-ref': one.path,
      name: one.name,
      version: one.version,
      scope: one.dev ? 'excluded' : 'required',
      purl: `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`,
      ...(one.licence === '' ? {} : { licenses: [{ expression: one.licence.replaceAll(' or ', ' OR ') }] }),
      ...(one.integrity === '' ? {} : { hashes: [{ alg: 'SHA-512', content: hexOf(one.integrity) }] }),
    })),
  }
}

/** @param {string} integrity */
function hexOf(integrity) {
  return Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
}

/**
 * The packages of the repository, and what its package.json says of them.
 * @param {string} root
 */
export function readPackages(root) {
  /** @type {{ name: string, version: string, license: string, allowScripts: Record<string, boolean> }} */
  const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return { locked: readLocked(readFileSync(join(root, 'package-lock.json'), 'utf8')), product }
}
