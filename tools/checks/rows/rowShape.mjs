import { declarationOf } from './declarations.mjs'
import { readModelOf } from './readModels.mjs'

/** @typedef {import('./declarations.mjs').Node} Node */
/** @typedef {import('./declarations.mjs').Module} Module */
/** @typedef {Set<string>} Kinds of what a column may hold: string, number, boolean, date, bytes, null, other; and the only words, as "=word" */
/** @typedef {Map<string, Kinds>} Shape the columns of a row */

const leaves = new Map([
  ['TSStringKeyword', 'string'],
  ['TSNumberKeyword', 'number'],
  ['TSBooleanKeyword', 'boolean'],
  ['TSNullKeyword', 'null'],
  ['TSSymbolKeyword', 'symbol'],
  ['TSTemplateLiteralType', 'string'],
])
const named = new Map([
  ['Date', 'date'],
  ['Buffer', 'bytes'],
  ['Uint8Array', 'bytes'],
])
const transparent = new Set(['Readonly', 'Required', 'Partial'])

/**
 * The columns that a row type names, each with the kinds of values that it allows.
 * @param {string} root
 * @param {Module} module in which it is written
 * @param {Node} type
 * @returns {Shape}
 * @throws {Error} where the type is none of a row, or not understood
 */
export function shapeOf(root, module, type) {
  if (type.type === 'TSParenthesizedType') return shapeOf(root, module, type.typeAnnotation)
  if (type.type === 'TSTypeLiteral') return shapeOfMembers(root, module, type.members)
  if (type.type === 'TSIntersectionType') {
    return new Map(type.types.flatMap((/** @type {Node} */ part) => [...shapeOf(root, module, part)]))
  }
  if (type.type === 'TSTypeReference') return shapeOfName(root, module, type)
  throw new Error(`${type.type} is no row`)
}

/**
 * @param {string} root
 * @param {Module} module
 * @param {Node[]} members
 * @returns {Shape}
 */
function shapeOfMembers(root, module, members) {
  return new Map(
    members.map((member) => {
      if (member.type !== 'TSPropertySignature') throw new Error(`${member.type} is no column`)
      const kinds = kindsOf(root, module, member.typeAnnotation.typeAnnotation)
      return [member.key.name ?? member.key.value, member.optional ? new Set([...kinds, 'absent']) : kinds]
    }),
  )
}

/**
 * @param {string} root
 * @param {Module} module
 * @param {Node} type
 * @returns {Shape}
 */
function shapeOfName(root, module, type) {
  const { name } = type.typeName
  const [of, keys] = type.typeArguments?.params ?? []
  if (transparent.has(name)) return shapeOf(root, module, of)
  if (name === 'Pick' || name === 'Omit') {
    const whole = shapeOf(root, module, of)
    const words = wordsOf(root, module, keys)
    return new Map([...whole].filter(([column]) => words.has(column) === (name === 'Pick')))
  }
  if (name === 'Record') {
    const kinds = kindsOf(root, module, keys)
    return new Map([...wordsOf(root, module, of)].map((column) => [column, kinds]))
  }
  if (name === 'StoredOf') {
    const model = declarationOf(root, module, of.exprName.name, 'values')
    const columns = (model === null ? null : readModelOf(model.node))?.columns
    if (columns === undefined) throw new Error(`${of.exprName.name} is no read model`)
    return new Map(columns.map((column) => [column.name, new Set(column.kinds)]))
  }
  const found = declarationOf(root, module, name, 'types')
  if (found === null) throw new Error(`${name} is not declared here`)
  if (found.node.type === 'TSTypeAliasDeclaration') return shapeOf(root, found.module, found.node.typeAnnotation)
  const inherited = found.node.extends.flatMap((/** @type {Node} */ { expression, typeArguments }) => [
    ...shapeOf(root, found.module, { ...expression, type: 'TSTypeReference', typeName: expression, typeArguments }),
  ])
  return new Map([...inherited, ...shapeOfMembers(root, found.module, found.node.body.body)])
}

/**
 * The words that a type of words alone allows.
 * @param {string} root
 * @param {Module} module
 * @param {Node} type
 */
function wordsOf(root, module, type) {
  const words = [...kindsOf(root, module, type)].filter((kind) => kind.startsWith('='))
  if (words.length === 0) throw new Error('no words')
  return new Set(words.map((word) => word.slice(1)))
}

/**
 * The kinds of values that the type of a column allows; "other" of what the driver reads from JSON, or is not understood.
 * @param {string} root
 * @param {Module} module
 * @param {Node} type
 * @returns {Kinds}
 */
function kindsOf(root, module, type) {
  const leaf = leaves.get(type.type)
  if (leaf !== undefined) return new Set([leaf])
  if (type.type === 'TSParenthesizedType') return kindsOf(root, module, type.typeAnnotation)
  if (type.type === 'TSTypeOperator') return kindsOf(root, module, type.typeAnnotation)
  if (type.type === 'TSLiteralType') {
    const { value } = type.literal
    return new Set([typeof value === 'string' ? `=${value}` : typeof value])
  }
  if (type.type === 'TSUnionType') {
    return new Set(type.types.flatMap((/** @type {Node} */ part) => [...kindsOf(root, module, part)]))
  }
  if (type.type === 'TSIntersectionType') return brandedKind(root, module, type)
  if (type.type === 'TSArrayType') return new Set(['array'])
  if (type.type === 'TSIndexedAccessType') return kindsOfPart(root, module, type)
  if (type.type !== 'TSTypeReference') return new Set(['other'])
  if (type.typeName.type === 'TSQualifiedName') return kindsOfSchema(root, module, type)
  const { name } = type.typeName
  if (named.has(name)) return new Set([named.get(name) ?? ''])
  const found = declarationOf(root, module, name, 'types')
  if (found === null || found.node.type !== 'TSTypeAliasDeclaration') return new Set(['other'])
  return kindsOf(root, found.module, found.node.typeAnnotation)
}

/** A number or text with a brand is one. @param {string} root @param {Module} module @param {Node} type @returns {Kinds} */
function brandedKind(root, module, type) {
  const kinds = type.types.map((/** @type {Node} */ part) => kindsOf(root, module, part))
  return kinds.find((/** @type {Kinds} */ each) => !each.has('other')) ?? new Set(['other'])
}

/** `z.infer<typeof schema>` of an enumeration. @param {string} root @param {Module} module @param {Node} type @returns {Kinds} */
function kindsOfSchema(root, module, type) {
  const [of] = type.typeArguments?.params ?? []
  const schema = of?.type === 'TSTypeQuery' ? declarationOf(root, module, of.exprName.name, 'values') : null
  if (schema?.node.type !== 'CallExpression' || schema.node.callee.property?.name !== 'enum') return new Set(['other'])
  return literalsOf(root, schema.module, schema.node.arguments[0])
}

/**
 * The words or numbers of a constant list.
 * @param {string} root
 * @param {Module} module
 * @param {Node} list
 * @returns {Kinds}
 */
function literalsOf(root, module, list) {
  if (list.type === 'TSAsExpression') return literalsOf(root, module, list.expression)
  if (list.type === 'Identifier') {
    const found = declarationOf(root, module, list.name, 'values')
    return found === null ? new Set(['other']) : literalsOf(root, found.module, found.node)
  }
  if (list.type !== 'ArrayExpression') return new Set(['other'])
  return new Set(
    list.elements.flatMap((/** @type {Node} */ { type, value, argument }) => {
      if (type === 'SpreadElement') return [...literalsOf(root, module, argument)]
      return typeof value === 'string' ? `=${value}` : typeof value
    }),
  )
}

/**
 * `(typeof words)[number]`, and a part of another type.
 * @param {string} root
 * @param {Module} module
 * @param {Node} type
 * @returns {Kinds}
 */
function kindsOfPart(root, module, { objectType, indexType }) {
  const object = objectType.type === 'TSParenthesizedType' ? objectType.typeAnnotation : objectType
  if (object.type === 'TSTypeQuery' && indexType.type === 'TSNumberKeyword') {
    return literalsOf(root, module, object.exprName)
  }
  if (object.type !== 'TSTypeReference' || indexType.type !== 'TSLiteralType') return new Set(['other'])
  const found = declarationOf(root, module, object.typeName.name, 'types')
  const members = found?.node.body?.body ?? found?.node.typeAnnotation?.members ?? []
  const part = members.find((/** @type {Node} */ { key }) => key?.name === indexType.literal.value)
  return part === undefined || found === null
    ? new Set(['other'])
    : kindsOf(root, found.module, part.typeAnnotation.typeAnnotation)
}
