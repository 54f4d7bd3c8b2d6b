import { type Row, type Table, keyOf } from './tables.ts'

type Writes = Map<Table, Map<string, Row | null>>

/** What one transaction has written and nobody else sees yet; a savepoint begins a layer of its own. */
export class Transaction {
  readonly #layers: Writes[] = [new Map()]
  /** What else is done at its commit. */
  readonly deeds: (() => void)[] = []

  get(table: Table, key: string): Row | null {
    for (let at = this.#layers.length - 1; at >= 0; at -= 1) {
      const found = this.#layers[at]?.get(table)?.get(key)
      if (found !== undefined) return found
    }
    return table.rows.get(key) ?? null
  }

  /** All rows, in no order that anybody may count on. */
  *all(table: Table): Generator<Row> {
    const written = new Set<string>()
    for (const layer of this.#layers) for (const key of layer.get(table)?.keys() ?? []) written.add(key)
    for (const [key, row] of table.rows) if (!written.has(key)) yield row
    for (const key of written) {
      const row = this.get(table, key)
      if (row !== null) yield row
    }
  }

  put(table: Table, row: Row): void {
    this.#write(table, keyOf(table, row), row)
  }

  remove(table: Table, row: Row): void {
    this.#write(table, keyOf(table, row), null)
  }

  #write(table: Table, key: string, row: Row | null): void {
    const layer = this.#layers.at(-1)
    if (layer === undefined) throw new Error('the transaction is over')
    let writes = layer.get(table)
    if (writes === undefined) layer.set(table, (writes = new Map()))
    writes.set(key, row)
  }

  savepoint(): void {
    this.#layers.push(new Map())
  }

  release(): void {
    const top = this.#layers.pop()
    for (const [table, writes] of top ?? []) {
      for (const [key, row] of writes) this.#layers.at(-1)?.set(table, this.#ofTop(table).set(key, row))
    }
  }

  #ofTop(table: Table): Map<string, Row | null> {
    return this.#layers.at(-1)?.get(table) ?? new Map<string, Row | null>()
  }

  rollbackTo(): void {
    this.#layers.pop()
    this.#layers.push(new Map())
  }

  /** Makes it true for all; gives how to make it untrue again, as a crash may where nobody waited for the disk. */
  commit(): () => void {
    while (this.#layers.length > 1) this.release()
    const before: (() => void)[] = []
    for (const [table, writes] of this.#layers[0] ?? []) {
      for (const [key, row] of writes) {
        const old = table.rows.get(key)
        before.push(() => (old === undefined ? table.rows.delete(key) : table.rows.set(key, old)))
        if (row === null) table.rows.delete(key)
        else table.rows.set(key, row)
      }
    }
    for (const deed of this.deeds) deed()
    return () => {
      for (const undo of before) undo()
    }
  }
}
