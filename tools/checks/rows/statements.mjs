import { readFileSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { declarationOf, moduleOf } from './declarations.mjs'
import { readModelOf } from './readModels.mjs'

/** @typedef {import('./declarations.mjs').Node} Node */
/** @typedef {import('./declarations.mjs').Module} Module */
/** @typedef {{ source: string, module: Module, local: Map<string, Node> }} Scope what the names at a call mean */
/** @typedef {{ file: string, name: string, text: string }} Statement what a function has the database do */

const sending = new Set(['query', 'prepared', 'copy'])
const clause =
  /(?:(?:LEFT|FULL|CROSS|INNER) )?JOIN |(?<!DISTINCT |DELETE )FROM |(?<!DO )UPDATE |WHERE |GROUP BY |ORDER BY |UNION (?:ALL )?|SELECT |ON CONFLICT |VALUES |RETURNING |SET |\(|\)|'[^']*'/g

/**
 * Every statement of a slice of the server, file by file, with the constants it is made of put in; what the program makes
 * while it runs stands as it is written, in `${…}`.
 * @param {string} root
 * @param {string} slice a folder of apps/server/src
 * @returns {Statement[]}
 */
export function statementsOf(root, slice) {
  const sources = join(root, 'apps/server/src', slice)
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !/(^|[\\/])testing[\\/]/.test(name))
    .toSorted()
    .flatMap((name) => {
      const path = join(sources, name)
      const source = readFileSync(path, 'utf8')
      if (!/\b(query|prepared|copy)[<(]/.test(source)) return []
      const found = walk(root, { source, module: moduleOf(root, path, source), local: new Map() })
      return found.map((statement) => ({ ...statement, file: name.split(sep).join('/') }))
    })
}

/**
 * @param {string} root
 * @param {Scope} scope
 * @returns {{ name: string, text: string }[]}
 */
function walk(root, scope) {
  /** @type {{ name: string, text: string }[]} */
  const statements = []
  const visit = (/** @type {any} */ node, /** @type {string} */ name, /** @type {Scope} */ within) => {
    if (typeof node !== 'object' || node === null) return
    let own = name
    let at = within
    if (node.type === 'FunctionDeclaration' || node.type === 'MethodDefinition') {
      own = (node.id ?? node.key).name
      at = { ...within, local: new Map(within.local) }
    } else if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init !== null) {
      if (name === '') own = node.id.name
      else at.local.set(node.id.name, node.init)
    }
    if (node.type === 'CallExpression' && sending.has(node.callee.property?.name)) {
      const [text] = node.arguments
      for (const one of text === undefined ? [] : textsOf(root, at, text))
        if (/^[A-Za-z_(]/.test(one)) statements.push({ name: own, text: one })
    }
    for (const part of Array.isArray(node) ? node : Object.values(node)) visit(part, own, at)
  }
  visit(scope.module.program.body, '', scope)
  return statements
}

/**
 * The texts that an expression can be: one, or each of a list of them.
 * @param {string} root
 * @param {Scope} scope
 * @param {Node} node
 * @returns {string[]}
 */
function textsOf(root, scope, node) {
  if (node.type === 'MemberExpression' && node.computed && node.object.type === 'Identifier') {
    const list = declarationOf(root, scope.module, node.object.name, 'values')
    if (list?.node.type === 'ObjectExpression') {
      return list.node.properties.map((/** @type {Node} */ { value }) => tidy(textOf(root, scope, value, 0)))
    }
  }
  return [tidy(textOf(root, scope, node, 0))]
}

const depthMax = 8

/**
 * @param {string} root
 * @param {Scope} scope
 * @param {Node} node
 * @param {number} depth how many names were followed
 * @returns {string}
 */
function textOf(root, scope, node, depth) {
  const { source, module, local } = scope
  if (node.type === 'Literal') return String(node.value)
  if (node.type === 'TSAsExpression') return textOf(root, scope, node.expression, depth)
  if (node.type === 'TemplateLiteral') {
    return node.quasis
      .map(
        (/** @type {Node} */ { value }, /** @type {number} */ at) =>
          value.cooked + (at < node.expressions.length ? textOf(root, scope, node.expressions[at], depth) : ''),
      )
      .join('')
  }
  if (node.type === 'Identifier' && depth < depthMax) {
    const own = local.get(node.name)
    if (own !== undefined && isText(own)) return textOf(root, scope, own, depth + 1)
    const found = own === undefined ? declarationOf(root, module, node.name, 'values') : null
    const model = found === null ? null : readModelOf(found.node)
    if (model !== null) return copied(model.table, model.columns)
    if (found !== null && isText(found.node)) {
      const text = found.module === module ? source : readFileSync(found.module.file, 'utf8')
      return textOf(root, { source: text, module: found.module, local: new Map() }, found.node, depth + 1)
    }
  }
  if (node.type === 'MemberExpression' && !node.computed && node.object.type === 'Identifier') {
    const found = declarationOf(root, module, node.object.name, 'values')
    const model = found === null ? null : readModelOf(found.node)
    if (model !== null && node.property.name === 'columns') return model.columns.map(({ name }) => name).join(', ')
    const list = found?.node.type === 'TSAsExpression' ? found.node.expression : found?.node
    const part = list?.properties?.find((/** @type {Node} */ { key }) => key?.name === node.property.name)
    if (part?.value.type === 'Literal') return String(part.value.value)
  }
  return `\${${source.slice(node.start, node.end)}}`
}

/**
 * A table with the columns that a COPY names.
 * @param {string} table
 * @param {import('./readModels.mjs').ModelColumn[]} columns
 */
function copied(table, columns) {
  const written = columns.filter(({ isWritten }) => isWritten)
  return `COPY ${table} (${written.map(({ name }) => name).join(', ')})`
}

/** @param {Node} node @returns {boolean} */
function isText(node) {
  if (node.type === 'TSAsExpression') return isText(node.expression)
  return (
    node.type === 'TemplateLiteral' || node.type === 'Identifier' || (node.type === 'Literal' && node.value !== null)
  )
}

/**
 * One space between words, and a line for each clause, further in within parentheses.
 * @param {string} text
 */
function tidy(text) {
  const flat = text.replace(/\s+/g, ' ').trim()
  let depth = 0
  return flat
    .replace(clause, (word, /** @type {number} */ at) => {
      if (word === '(') depth += 1
      else if (word === ')') depth -= 1
      // what follows an opening parenthesis or stands within a call (substring(a FROM 1)) stays on its line
      const isBroken = /^[A-Z]/.test(word) && flat[at - 1] === ' ' && !/\w\([^()]*$/.test(flat.slice(0, at))
      return isBroken && !/^SELECT|^UPDATE/.test(word) ? `\n${'  '.repeat(depth + 1)}${word}` : word
    })
    .replaceAll(/ \n/g, '\n')
}
