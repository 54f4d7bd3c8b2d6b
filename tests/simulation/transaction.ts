import { type Kept, type Row, type Run, type Table, keyOf, rowOfKept } from './tables.ts'
import { Refusal } from './refusal.ts'

/** What was written to one table: rows by their keys, and runs whose rows nobody has looked for yet. */
interface Writes {
  readonly rows: Map<string, Kept | null>
  runs: Run[]
}
type Layer = Map<Table, Writes>

/** What one transaction has written and nobody else sees yet; a savepoint begins a layer of its own. */
export class Transaction {
  readonly #layers: Layer[] = [new Map()]
  /** What else is done at its commit. */
  readonly deeds: (() => void)[] = []

  get(table: Table, key: string): Row | null {
    const kept = this.kept(table, key)
    return kept === null ? null : rowOfKept(kept)
  }

  /** What stands under a key; null where nothing does. */
  kept(table: Table, key: string): Kept | null {
    this.#settle(table)
    for (let at = this.#layers.length - 1; at >= 0; at -= 1) {
      const found = this.#layers[at]?.get(table)?.rows.get(key)
      if (found !== undefined) return found
    }
    return table.rows.get(key) ?? null
  }

  /** All rows, in no order that anybody may count on. */
  *all(table: Table): Generator<Row> {
    this.#settle(table)
    const written = new Set<string>()
    for (const layer of this.#layers) for (const key of layer.get(table)?.rows.keys() ?? []) written.add(key)
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
    this.#settle(table)
    this.#writes(table).rows.set(key, row)
  }

  /** Appends rows that must be new. */
  append(table: Table, run: Run): void {
    this.#writes(table).runs.push(run)
  }

  #writes(table: Table): Writes {
    const layer = this.#layers.at(-1)
    if (layer === undefined) throw new Error('the transaction is over')
    let writes = layer.get(table)
    if (writes === undefined) layer.set(table, (writes = { rows: new Map(), runs: [] }))
    return writes
  }

  // somebody looks: now the rows of what was appended are told apart
  #settle(table: Table): void {
    for (const layer of this.#layers) {
      const writes = layer.get(table)
      if (writes === undefined || writes.runs.length === 0) continue
      const { runs } = writes
      writes.runs = []
      for (const run of runs) {
        for (const [key, row] of run.rows()) {
          if (this.kept(table, key) !== null) throw new Refusal('23505', `a row of ${table.name} is there already`)
          writes.rows.set(key, row)
        }
      }
    }
  }

  savepoint(): void {
    this.#layers.push(new Map())
  }

  release(): void {
    const top = this.#layers.pop()
    const under = this.#layers.at(-1)
    for (const [table, { rows, runs }] of top ?? []) {
      const before = under?.get(table)
      if (before === undefined) under?.set(table, { rows, runs })
      else {
        for (const [key, row] of rows) before.rows.set(key, row)
        before.runs.push(...runs)
      }
    }
  }

  rollbackTo(): void {
    this.#layers.pop()
    this.#layers.push(new Map())
  }

  /** Makes it true for all. */
  commit(): void {
    while (this.#layers.length > 1) this.release()
    for (const [table, { rows, runs }] of this.#layers[0] ?? []) {
      for (const run of runs) table.append(run)
      for (const [key, row] of rows) {
        if (row === null) table.delete(key)
        else table.set(key, row)
      }
    }
    for (const deed of this.deeds) deed()
  }

  /** Makes it true for all; gives how to make it untrue again, as a crash may where nobody waited for the disk. */
  commitSoftly(): () => void {
    while (this.#layers.length > 1) this.release()
    const before: { table: Table; key: string; old: Kept | undefined }[] = []
    const appended: { table: Table; run: Run }[] = []
    for (const [table, { rows, runs }] of this.#layers[0] ?? []) {
      for (const key of rows.keys()) before.push({ table, key, old: table.rows.get(key) })
      for (const run of runs) appended.push({ table, run })
    }
    this.commit()
    return () => {
      for (const { table, key, old } of before) {
        if (old === undefined) table.delete(key)
        else table.set(key, old)
      }
      for (const { table, run } of appended) table.takeBack(run)
    }
  }
}
