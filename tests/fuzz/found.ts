import type { Dice } from './dice.ts'

const keptMax = 24
const depthMax = 6

/**
 * What answers have shown: the values of fields, by the field's name, and the ids of each part of the protocol. What was
 * made by one request can so be asked for, changed and ended by a later one.
 */
export class Found {
  readonly #values = new Map<string, unknown[]>()

  /** Takes in an answer's data; `path` is that of its route. */
  take(path: string, data: unknown, depth = 0): void {
    if (typeof data !== 'object' || data === null || depth > depthMax) return
    for (const [name, value] of Object.entries(data).slice(0, 40)) {
      if (typeof value === 'object') this.take(path, value, depth + 1)
      else if (typeof value === 'string' || typeof value === 'number') {
        if (value === '' || String(value).length > 200) continue
        this.#keep(name, value)
        if (/(^|_)id$/.test(name)) this.#keep(partOf(path), value)
      }
    }
  }

  /** A value that stood under a field's name; undefined where none has. */
  valueOf(name: string, dice: Dice): unknown {
    const values = this.#values.get(name) ?? []
    return values.length === 0 ? undefined : dice.pick(values)
  }

  /** An id of the part of the protocol that a path belongs to; undefined where none was seen. */
  idFor(path: string, dice: Dice): unknown {
    return this.valueOf(partOf(path), dice)
  }

  #keep(name: string, value: unknown): void {
    const values = this.#values.get(name) ?? []
    if (values.includes(value)) return
    values.push(value)
    if (values.length > keptMax) values.shift()
    this.#values.set(name, values)
  }
}

/** /api/v3/desk/proposals/{id} belongs to desk/proposals, /api/v3/spot/orders to spot/orders. */
function partOf(path: string): string {
  return path.split('/').slice(3, 5).join('/')
}
