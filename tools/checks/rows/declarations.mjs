import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** @typedef {{ type: string, start: number, end: number, [part: string]: any }} Node */
/** @typedef {{ file: string, program: Node, types: Map<string, Node>, values: Map<string, Node>, imports: Map<string, { from: string, name: string }>, rest: string[] }} Module */

/** @type {Map<string, Module>} */
const known = new Map()

/**
 * What a module declares at its top: types, constants, and where the names of others come from.
 * @param {string} root
 * @param {string} file its path
 * @param {string} [source] where it is not what the file holds
 * @returns {Module}
 */
export function moduleOf(root, file, source = readFileSync(file, 'utf8')) {
  const found = known.get(file)
  if (found !== undefined) return found
  const { program } = parseSync(file, source)
  /** @type {Module} */
  const module = { file, program, types: new Map(), values: new Map(), imports: new Map(), rest: [] }
  known.set(file, module)
  for (const node of program.body) note(root, module, node)
  return module
}

/**
 * @param {string} root
 * @param {Module} module
 * @param {Node} node
 */
function note(root, module, node) {
  if (node.type === 'ImportDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source !== null)) {
    const from = pathOf(root, module.file, node.source.value)
    if (from === null) return
    for (const { type, local, imported, exported } of node.specifiers) {
      if (type === 'ImportSpecifier') module.imports.set(local.name, { from, name: imported.name })
      if (type === 'ExportSpecifier') module.imports.set(exported.name, { from, name: local.name })
    }
  } else if (node.type === 'ExportAllDeclaration') {
    const from = pathOf(root, module.file, node.source.value)
    if (from !== null) module.rest.push(from)
  } else if (node.type === 'ExportNamedDeclaration' && node.declaration !== null) {
    note(root, module, node.declaration)
  } else if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') {
    module.types.set(node.id.name, node)
  } else if (node.type === 'VariableDeclaration') {
    for (const { id, init } of node.declarations) if (id.type === 'Identifier') module.values.set(id.name, init)
  }
}

/**
 * @param {string} root
 * @param {string} file
 * @param {string} name of a module as `file` writes it
 */
function pathOf(root, file, name) {
  const path = name.startsWith('.')
    ? join(dirname(file), name)
    : name.startsWith('@truemark/')
      ? join(root, 'packages', `${name.slice('@truemark/'.length)}.ts`)
      : null
  return path !== null && existsSync(path) ? path : null
}

/**
 * The declaration that a name of a module means, and the module that has it; null where it is not ours.
 * @param {string} root
 * @param {Module} module
 * @param {string} name
 * @param {'types' | 'values'} kind
 * @returns {{ node: Node, module: Module } | null}
 */
export function declarationOf(root, module, name, kind) {
  const own = module[kind].get(name)
  if (own !== undefined) return { node: own, module }
  const imported = module.imports.get(name)
  if (imported !== undefined) return declarationOf(root, moduleOf(root, imported.from), imported.name, kind)
  for (const from of module.rest) {
    const found = declarationOf(root, moduleOf(root, from), name, kind)
    if (found !== null) return found
  }
  return null
}
