import { describe, expect, it } from 'vitest'
import { nearest } from './nearestLine.ts'

const places: Readonly<Record<string, number>> = { a: 100, b: 110, c: -40 }
const yOf = (id: string) => places[id] ?? null
const lines = ['a', 'b', 'c', 'hidden'].map((id) => ({ id }))

describe('the line that a pointer takes', () => {
  it('is the one that is drawn nearest, though another label lies over its own', () => {
    expect(nearest(lines, yOf, 104)?.id).toBe('a')
    expect(nearest(lines, yOf, 106)?.id).toBe('b')
    expect(nearest(lines, yOf, -300)?.id).toBe('c')
    expect(nearest(lines, yOf, 105)?.id).toBe('a')
  })

  it('is none where none is drawn', () => {
    expect(nearest([{ id: 'hidden' }], yOf, 0)).toBeNull()
    expect(nearest([], yOf, 0)).toBeNull()
  })
})
