import { join, relative, sep } from 'node:path'
import { rowsOf } from './rowsOf.mjs'
import { sitesOf } from './sites.mjs'

// under a name that no module has for anything of its own
const watching = join(import.meta.dirname, 'rowsOf.mjs')

/**
 * Has each query of the server that says what its rows are held against what the database gave, in every test.
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function checkedRows(root) {
  const sources = join('apps', 'server', 'src') + sep
  return {
    name: 'checked-rows',
    enforce: 'pre',
    transform(code, id) {
      const [file = ''] = id.split('?')
      if (!relative(root, file).startsWith(sources) || !file.endsWith('.ts') || file.endsWith('.test.ts')) return null
      const sites = sitesOf(root, file, code)
      return sites.length === 0 ? null : { code: watched(code, sites), map: null }
    },
  }
}

/**
 * The source with each of its queries watched; its lines stay where they were.
 * @param {string} code
 * @param {import('./sites.mjs').Site[]} sites
 */
export function watched(code, sites) {
  const inserts = sites.flatMap(({ start, end, place, columns }) => [
    { at: start, text: '__rowsOf(' },
    { at: end, text: `, ${JSON.stringify(place)}, ${JSON.stringify(columns)})` },
  ])
  const whole = inserts
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, insert) => text.slice(0, insert.at) + insert.text + text.slice(insert.at), code)
  return `import { ${rowsOf.name} as __rowsOf } from ${JSON.stringify(watching)};${whole}`
}
