import { relative } from 'node:path'
import { moduleOf } from './declarations.mjs'
import { shapeOf } from './rowShape.mjs'

/** @typedef {import('./declarations.mjs').Node} Node */
/** @typedef {{ place: string, start: number, end: number, columns: Record<string, string[]> }} Site a query that says what its rows are */

const asking = new Set(['query', 'prepared'])

/**
 * The queries of a module that say what their rows are.
 * @param {string} root
 * @param {string} file
 * @param {string} source
 * @returns {Site[]}
 */
export function sitesOf(root, file, source) {
  if (!/\.(query|prepared)</.test(source)) return []
  const module = moduleOf(root, file, source)
  /** @type {Site[]} */
  const sites = []
  const visit = (/** @type {unknown} */ node) => {
    if (Array.isArray(node)) for (const each of node) visit(each)
    else if (isNode(node)) {
      const type = rowTypeOf(node)
      if (type !== null) {
        const place = `${relative(root, file)}:${source.slice(0, node.start).split('\n').length}`
        sites.push({ place, start: node.start, end: node.end, columns: columnsOf(root, module, type, place) })
      }
      for (const part of Object.values(node)) if (typeof part === 'object' && part !== null) visit(part)
    }
  }
  visit(module.program.body)
  return sites
}

/** @param {unknown} node @returns {node is Node} */
function isNode(node) {
  return typeof node === 'object' && node !== null && 'type' in node
}

/**
 * The type of the rows that a call asks for; null where it is no query, or its caller's caller says it.
 * @param {Node} node
 * @returns {Node | null}
 */
function rowTypeOf({ type, callee, typeArguments }) {
  if (type !== 'CallExpression' || callee.type !== 'MemberExpression' || !asking.has(callee.property.name)) return null
  const [row] = typeArguments?.params ?? []
  return row ?? null
}

/**
 * @param {string} root
 * @param {import('./declarations.mjs').Module} module
 * @param {Node} type
 * @param {string} place
 */
function columnsOf(root, module, type, place) {
  try {
    return Object.fromEntries([...shapeOf(root, module, type)].map(([column, kinds]) => [column, [...kinds]]))
  } catch (error) {
    throw new Error(`${place}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
