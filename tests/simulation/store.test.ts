import { describe, expect, it } from 'vitest'
import { Expression, conditionOf, parted } from './sqlText.ts'
import { PackedRow, type Run, Table } from './tables.ts'
import { Transaction } from './transaction.ts'

describe('the simulated database', () => {
  it('parts a list at the commas that stand outside of brackets', () => {
    expect(parted('a, coalesce(b, c), d')).toEqual(['a', 'coalesce(b, c)', 'd'])
  })

  it.each([
    ['CASE WHEN $1::smallint = 1 THEN $2::bigint ELSE a END', [1, 8n], 8n],
    ['CASE WHEN $1::smallint = 1 THEN $2::bigint ELSE a END', [2, 8n], 'of a'],
    ['CASE WHEN $1 IS NULL THEN 0 ELSE $1 + 1 END', [null], 0],
    ['CASE WHEN $1 IS NULL THEN 0 ELSE $1 + 1 END', [4], 5],
    ['true', [], true],
  ])('reads %s', (text, values, due) => {
    expect(Expression.of(text)((_, column) => `of ${column}`, values)).toBe(due)
  })

  it('finds the rows of which every condition holds', () => {
    const holds = conditionOf('id BETWEEN $1 AND $2 AND realm = $3 AND stamp IS NULL AND id <> ALL ($4::bigint[])')
    const row = { id: 5n, realm: 1, stamp: null }
    const all = [4, 6, 1, [4]] as const
    expect(holds(row, all)).toBe(true)
    for (const other of [{ id: 7n }, { realm: 0 }, { stamp: 3n }, { id: 4n }])
      expect(holds({ ...row, ...other }, all)).toBe(false)
  })

  it('takes a copied run back after a crash, whether or not somebody has looked for its rows', () => {
    const row = new PackedRow(Buffer.alloc(0), 0, 0, () => ({}))
    const run = (...keys: string[]): Run => ({ size: 1, rows: () => keys.map((key) => [key, row]) })
    const table = new Table('t', new Map(), [])
    const [stays, looked, late] = [run('a'), run('b'), run('c', 'd')]
    table.append(stays)
    table.append(looked)
    expect([...table.rows.keys()]).toEqual(['a', 'b'])
    table.append(late)
    table.takeBack(late)
    table.takeBack(looked)
    expect([...table.rows.keys()]).toEqual(['a'])
    table.append(stays)
    expect(() => table.rows).toThrow('was there already')
  })

  it('refuses a copied row whose key is there, as soon as somebody looks', () => {
    const row = new PackedRow(Buffer.alloc(0), 0, 0, () => ({}))
    const table = new Table('t', new Map(), [])
    table.append({ size: 1, rows: () => [['a', row]] })
    const transaction = new Transaction()
    transaction.append(table, { size: 1, rows: () => [['a', row]] })
    expect(() => transaction.get(table, 'b')).toThrow('is there already')
  })
})
