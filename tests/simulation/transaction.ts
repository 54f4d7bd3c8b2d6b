import { type Kept, type Row, type Table, keyOf, rowOfKept } from './tables.ts'

type Writes = Map<Table, Map<string, Kept | null>>

/** What one transaction has written and nobody else sees yet; a savepoint begins a layer of its own. */
export class Transaction {
  readonly #layers: Writes[] = [new Map()]
  /** What else is done at its commit. */
  readonly deeds: (() => void)[] = []

  get(table: Table, key: string): Row | null {
    for (let at = this.#layers.length - 1; at >= 0; at -= 1) {
      const found = this.#layers[at]?.get(table)?.get(key)
      if (found !== undefined) return found === null ? null : rowOfKept(found)
    }
    const kept = table.rows.get(key)
    return kept === undefined ? null : rowOfKept(kept)
  }

  has(table: Table, key: string): boolean {
    for (let at = this.#layers.length - 1; at >= 0; at -= 1) {
      const found = this.#layers[at]?.get(table)?.get(key)
      if (found !== undefined) return found !== null
    }
    return table.rows.has(key)
  }

  /** All rows, in no order that anybody may count on. */
  *all(table: Table): Generator<Row> {
    const written = new Set<string>()
    for (const layer of this.#layers) for (const key of layer.get(table)?.keys() ?? []) written.add(key)
    for (const [key, row] of table.rows) if (!written.has(key)) yield rowOfKept(row)
    for (const key of written) {
      const row = this.get(table, key)
      if (row !== null) yield row
    }
  }

  put(table: Table, row: Row): void {
    this.keep(table, keyOf(table, row), row)
  }

  remove(table: Table, row: Row): void {
    this.keep(table, keyOf(table, row), null)
  }

  /** What stands under a key from now on; null where nothing does. */
  keep(table: Table, key: string, row: Kept | null): void {
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
    const under = this.#layers.at(-1)
    for (const [table, writes] of top ?? []) {
      const before = under?.get(table)
      if (before === undefined) under?.set(table, writes)
      else for (const [key, row] of writes) before.set(key, row)
    }
  }

  rollbackTo(): void {
    this.#layers.pop()
    this.#layers.push(new Map())
  }

  /** Makes it true for all. */
  commit(): void {
    while (this.#layers.length > 1) this.release()
    for (const [table, writes] of this.#layers[0] ?? []) {
      for (const [key, row] of writes) {
        if (row === null) table.rows.delete(key)
        else table.rows.set(key, row)
      }
    }
    for (const deed of this.deeds) deed()
  }

  /** Makes it true for all; gives how to make it untrue again, as a crash may where nobody waited for the disk. */
  commitSoftly(): () => void {
    while (this.#layers.length > 1) this.release()
    const before: { table: Table; key: string; old: Kept | undefined }[] = []
    for (const [table, writes] of this.#layers[0] ?? [])
      for (const key of writes.keys()) before.push({ table, key, old: table.rows.get(key) })
    this.commit()
    return () => {
      for (const { table, key, old } of before) {
        if (old === undefined) table.rows.delete(key)
        else table.rows.set(key, old)
      }
    }
  }
}
