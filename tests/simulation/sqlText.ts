import type { Cell } from './tables.ts'

// What of SQL the read models speak in their SET and VALUES lists: columns of two rows, parameters, words, numbers, sums, OR,
// coalesce and CASE. What type a parameter is cast to is left out.

type Read = (columns: (row: string, column: string) => Cell, parameters: readonly unknown[]) => Cell

function add(one: Cell, other: Cell, sign: 1 | -1): Cell {
  if (one === null || other === null) return null
  if (typeof one === 'bigint' || typeof other === 'bigint') {
    return BigInt(one as bigint) + BigInt(sign) * BigInt(other as bigint)
  }
  return Number(one) + sign * Number(other)
}

/** Reads one expression; throws where it says more than is understood here. */
export class Expression {
  readonly #tokens: string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = text.replaceAll(/::\w+/g, '').match(/\$\d+|\w+(?:\.\w+)?|[(),+=-]/g) ?? []
  }

  static of(text: string): Read {
    const expression = new Expression(text)
    const read = expression.#either()
    if (expression.#at < expression.#tokens.length) throw new Error(`not understood: ${text}`)
    return read
  }

  #next(expected?: string): string {
    const token = this.#tokens[this.#at]
    this.#at += 1
    if (token === undefined || (expected !== undefined && token.toUpperCase() !== expected))
      throw new Error(`${expected ?? 'more'} was expected in ${this.#tokens.join(' ')}`)
    return token
  }

  #is(token: string): boolean {
    if (this.#tokens[this.#at]?.toUpperCase() !== token) return false
    this.#at += 1
    return true
  }

  #either(): Read {
    let left = this.#sum()
    while (this.#is('OR')) {
      const [one, other] = [left, this.#sum()]
      left = (columns, values) => one(columns, values) === true || other(columns, values) === true
    }
    return left
  }

  #sum(): Read {
    let left = this.#part()
    for (;;) {
      const sign = this.#is('+') ? 1 : this.#is('-') ? -1 : 0
      if (sign === 0) return left
      const [one, other] = [left, this.#part()]
      left = (columns, values) => add(one(columns, values), other(columns, values), sign)
    }
  }

  #part(): Read {
    if (this.#is('COALESCE')) {
      this.#next('(')
      const first = this.#either()
      this.#next(',')
      const second = this.#either()
      this.#next(')')
      return (columns, values) => first(columns, values) ?? second(columns, values)
    }
    if (this.#is('CASE')) return this.#case()
    const token = this.#next()
    if (token.startsWith('$')) {
      const place = Number(token.slice(1)) - 1
      return (_, values) => (values[place] ?? null) as Cell
    }
    if (/^\d+$/.test(token)) return () => Number(token)
    if (/^(true|false)$/i.test(token)) return () => /true/i.test(token)
    const [row = '', column] = token.split('.')
    return column === undefined ? (columns) => columns('', row) : (columns) => columns(row, column)
  }

  #case(): Read {
    this.#next('WHEN')
    const asked = this.#either()
    const equal = this.#is('=') ? this.#either() : null
    if (equal === null) {
      this.#next('IS')
      this.#next('NULL')
    }
    this.#next('THEN')
    const yes = this.#either()
    this.#next('ELSE')
    const no = this.#either()
    this.#next('END')
    return (columns, values) => {
      const due = equal === null ? null : equal(columns, values)
      return (asked(columns, values) === due ? yes : no)(columns, values)
    }
  }
}

/** A list that is parted by commas outside of brackets. */
export function parted(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const letter of text) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) {
      parts.push(part.trim())
      part = ''
    } else part += letter
  }
  return [...parts, part.trim()].filter((one) => one !== '')
}

/** The pairs `column = expression` of a SET list. */
export function assignments(text: string): [column: string, read: Read][] {
  return parted(text).map((one) => {
    const at = one.indexOf('=')
    return [one.slice(0, at).trim(), Expression.of(one.slice(at + 1))]
  })
}

type Holds = (row: Readonly<Record<string, Cell>>, parameters: readonly unknown[]) => boolean

const conditions: readonly (readonly [RegExp, (column: string, place: number, other: number) => Holds])[] = [
  [
    /^(\w+) BETWEEN \$(\d+) AND \$(\d+)$/,
    (column, from, to) => (row, values) => {
      const cell = Number(row[column])
      return cell >= Number(values[from]) && cell <= Number(values[to])
    },
  ],
  [/^(\w+) = \$(\d+)$/, (column, place) => (row, values) => String(row[column]) === String(values[place])],
  [/^(\w+) IS NULL$/, (column) => (row) => (row[column] ?? null) === null],
  [
    /^(\w+) <> ALL ?\(\$(\d+)\)$/,
    (column, place) => (row, values) => !(values[place] as unknown[]).map(String).includes(String(row[column])),
  ],
]

/** Conditions that all have to hold of a row: bounds, what a column equals, is not among, or that it is empty. */
export function conditionOf(text: string): Holds {
  const parts = text.replaceAll(/::\w+(\[\])?/g, '').match(/\w+ BETWEEN \S+ AND \S+|\S.*?(?= AND |$)/g) ?? []
  const all = parts.map((part) => part.replace(/^AND /, '').trim()).map(oneCondition)
  return (row, values) => all.every((holds) => holds(row, values))
}

function oneCondition(text: string): Holds {
  for (const [pattern, make] of conditions) {
    const found = pattern.exec(text)
    if (found !== null) return make(found[1] ?? '', Number(found[2]) - 1, Number(found[3]) - 1)
  }
  throw new Error(`not understood: ${text}`)
}
