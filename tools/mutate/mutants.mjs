import { parseSync } from 'vite'

/**
 * One way in which a file could be wrong.
 * @typedef {{ id: number, line: number, from: string, to: string }} Mutant
 */
/** @typedef {{ type: string, start: number, end: number, [field: string]: unknown }} Node */
/** @typedef {{ node: Node, parent: Node | null, field: string, isThrown: boolean }} Place */

/** @type {Readonly<Record<string, readonly string[]>>} */
const operators = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '??=': ['='],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
}

const opposite = new Map(
  ['up down', 'buy sell', 'long short', 'isolated cross', 'min max', 'some every', 'floor ceil', 'real demo'].flatMap(
    (pair) => {
      const [one = '', other = ''] = pair.split(' ')
      return [
        /** @type {const} */ ([one, other]),
        /** @type {const} */ ([other, one]),
      ]
    },
  ),
)

const ended = new Set([
  'ExpressionStatement',
  'VariableDeclaration',
  'ReturnStatement',
  'ThrowStatement',
  'PropertyDefinition',
  'ContinueStatement',
  'BreakStatement',
])

/** Types are walked through for the values in them alone. */
const valued = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])
const named = new Set(['key', 'source', 'imported', 'exported', 'local', 'attributes', 'options'])

/**
 * The mutants of a file's source, and the source with all of them in it: `globalThis.mutation(id)` says whether one is
 * on. What an error's message says is left out, and so is what the types say.
 * @param {string} file
 * @param {string} source
 * @returns {{ mutants: Mutant[], instrumented: string }}
 */
export function mutate(file, source) {
  const { program } = parseSync(file, source)
  /** @type {Mutant[]} */
  const mutants = []
  const breaks = [...source.matchAll(/\n/g)].map(({ index }) => index)
  const note = (/** @type {Node} */ node, /** @type {string} */ to) => {
    const id = mutants.length + 1
    const line = breaks.filter((at) => at < node.start).length + 1
    mutants.push({ id, line, from: source.slice(node.start, node.end), to })
    return id
  }
  const text = (/** @type {Node} */ node) => source.slice(node.start, node.end)

  /** @param {Place} place @returns {string} */
  const render = (place) => {
    const { node } = place
    let made = ''
    let at = node.start
    for (const child of childrenOf(place)) {
      made += source.slice(at, child.node.start) + render(child)
      at = child.node.end
    }
    made += source.slice(at, node.end)
    // what follows may now begin with a bracket
    if (ended.has(node.type) && !place.parent?.type.startsWith('For')) made += ';'
    if (isRemovable(place)) return `{ if (!mutation(${note(node, '')})) { ${made} } }`
    const ways = [...waysOf(place, text)]
    return ways.length === 0
      ? made
      : `(${ways.map((to) => `mutation(${note(node, to)}) ? (${to}) : `).join('')}(${made}))`
  }
  const root = /** @type {Node} */ (/** @type {unknown} */ (program))
  const body = render({ node: { ...root, start: 0, end: source.length }, parent: null, field: '', isThrown: false })
  return { mutants, instrumented: `const { mutation } = globalThis; ${body}` }
}

/** @param {Place} place @returns {Place[]} */
function childrenOf({ node, isThrown }) {
  const thrown = isThrown || node.type === 'ThrowStatement'
  const found = Object.entries(node).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((child) =>
      isNode(child) && !(named.has(field) && !node['computed'])
        ? [{ node: child, parent: node, field, isThrown: thrown }]
        : [],
    ),
  )
  const walked = found.filter(({ node: { type } }) => !type.startsWith('TS') || valued.has(type))
  return walked.toSorted((a, b) => a.node.start - b.node.start)
}

/** @param {unknown} value @returns {value is Node} */
function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** A statement that can be left out, alone. @param {Place} place */
function isRemovable({ node, parent }) {
  if (node.type === 'ContinueStatement' || (node.type === 'BreakStatement' && parent?.type !== 'SwitchCase'))
    return true
  if (node.type !== 'ExpressionStatement' || 'directive' in node) return false
  const inner = isNode(node['expression']) ? node['expression'] : null
  return !(inner?.type === 'CallExpression' && isNode(inner['callee']) && inner['callee'].type === 'Super')
}

/** @param {Place} place @param {(node: Node) => string} text @returns {Generator<string>} */
function* waysOf({ node, parent, field, isThrown }, text) {
  const { left, right, operator, argument } = node
  if (isThrown && node.type === 'Literal') return
  if (field === 'test' && parent?.type !== 'SwitchCase') {
    if (parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression') yield 'true'
    yield 'false'
  }
  if (isNode(left) && isNode(right) && typeof operator === 'string') {
    // both stand apart: a coalescing must not be mixed with another logical operator
    const [before, after] = operator === '??' ? [`(${text(left)})`, `(${text(right)})`] : [text(left), text(right)]
    for (const other of operators[operator] ?? []) yield `${before} ${other} ${after}`
  }
  if (node.type === 'UnaryExpression' && isNode(argument)) {
    if (operator === '!') yield text(argument)
    if (operator === '-') yield argument.type === 'Literal' ? `${text(argument)}` : `(${text(argument)})`
  }
  if (node.type === 'Literal') yield* waysOfLiteral(node, text(node))
  if (node.type === 'ArrayExpression' && Array.isArray(node['elements']) && node['elements'].length > 0) yield '[]'
  if (node.type === 'CallExpression' && !node['optional']) {
    const { callee } = node
    if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee['property'])) return
    if (callee['optional'] || !isNode(callee['object'])) return
    const other = opposite.get(text(callee['property']))
    if (other !== undefined && !text(callee).includes('?.'))
      yield `${text(callee['object'])}.${other}${text(node).slice(callee.end - node.start)}`
  }
}

/** @param {Node} node @param {string} text @returns {Generator<string>} */
function* waysOfLiteral({ value }, text) {
  if (typeof value === 'boolean') yield String(!value)
  if (typeof value === 'bigint') yield `${value + 1n}n`
  if (typeof value === 'number') yield String(value + 1)
  if (typeof value === 'string') yield text === "''" ? "'other'" : `'${opposite.get(value) ?? ''}'`
}
