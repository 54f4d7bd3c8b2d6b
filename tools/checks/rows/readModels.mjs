/** @typedef {import('./declarations.mjs').Node} Node */
/** @typedef {{ name: string, kinds: string[], isWritten: boolean }} ModelColumn */

/** What the driver gives of each kind of column. */
const kindsOf = new Map([
  ['holder', ['number']],
  ['int2', ['number']],
  ['int4', ['number']],
  ['integer', ['string']],
  ['amount', ['string']],
  ['bool', ['boolean']],
  ['bytes', ['bytes']],
  ['text', ['string']],
  ['spelt', ['string']],
  ['word', ['number']],
])

/**
 * The table that a call of `readModel` describes, and its columns; null where a node is no such call.
 * @param {Node} node
 * @returns {{ table: string, columns: ModelColumn[] } | null}
 */
export function readModelOf(node) {
  if (node.type !== 'CallExpression' || node.callee.name !== 'readModel') return null
  const [table, written, later] = node.arguments
  return { table: table.value, columns: [...columnsOf(written, true), ...columnsOf(later, false)] }
}

/**
 * @param {Node | undefined} list
 * @param {boolean} isWritten by COPY
 * @returns {ModelColumn[]}
 */
function columnsOf(list, isWritten) {
  return (list?.properties ?? []).map((/** @type {Node} */ { key, value }) => {
    const isMaybe = value.callee.name === 'maybe'
    const column = isMaybe ? value.arguments[0] : value
    const kinds = kindsOf.get(column.callee.name)
    if (kinds === undefined) throw new Error(`${column.callee.name} is no column`)
    const named = column.arguments.find((/** @type {Node} */ one) => one.type === 'Literal')
    const name =
      named?.value ?? key.name.replace(/[A-Z]/g, (/** @type {string} */ letter) => `_${letter.toLowerCase()}`)
    return { name, kinds: isMaybe ? [...kinds, 'null'] : kinds, isWritten }
  })
}
