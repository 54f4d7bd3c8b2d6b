import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planChunks, type Piece } from './chunkPlan.ts'

const piece = (name: string, size: number, imports: string[] = [], weight = 0): Piece => ({
  name,
  size,
  imports,
  weight,
})
const screen = (name: string, imports: string[], weight = 1): Piece => piece(name, 3_000, imports, weight)

/** The names of what is one file, each file's in order. */
const filesOf = (pieces: readonly Piece[]): string[] =>
  planChunks(pieces)
    .map((file) => file.pieces.join(' '))
    .toSorted()

/** Acyclic: a piece imports only earlier ones, and a third of them are opened. */
const anyPieces = fc
  .array(fc.record({ size: fc.nat(30_000), weight: fc.constantFrom(0, 0, 1), imports: fc.array(fc.nat(40)) }), {
    maxLength: 24,
  })
  .map((all) =>
    all.map(({ size, weight, imports }, place): Piece => {
      const earlier = place === 0 ? [] : imports.map((each) => `p${each % place}`)
      return piece(`p${place}`, size, [...new Set(earlier)], weight)
    }),
  )

describe('planChunks', () => {
  it('makes one file of small pieces that the same screens need', () => {
    const pieces = [piece('a', 400), piece('b', 300), screen('Home', ['a', 'b']), screen('Market', ['a', 'b'])]
    expect(filesOf(pieces)).toEqual(['Home', 'Market', 'a b'])
  })

  it('spares a screen what is large and what it does not need', () => {
    const pieces = [piece('a', 400), piece('chart', 60_000), screen('Home', ['a']), screen('Trade', ['a', 'chart'])]
    expect(filesOf(pieces)).toEqual(['Home', 'Trade', 'a', 'chart'])
  })

  it('asks what is opened often before what is opened seldom', () => {
    const pieces = (home: number) => [
      piece('a', 400),
      piece('b', 4_000),
      screen('Home', ['a'], home),
      screen('Limits', ['a', 'b']),
    ]
    expect(filesOf(pieces(1))).toEqual(['Home', 'Limits', 'a b'])
    expect(filesOf(pieces(5))).toEqual(['Home', 'Limits', 'a', 'b'])
  })

  it('makes no two files that import each other', () => {
    const pieces = [piece('a', 10), screen('Part', ['a'], 1), piece('b', 10, ['Part']), screen('Home', ['a', 'b'], 1)]
    expect(filesOf(pieces)).toEqual(['Home', 'Part', 'a', 'b'])
  })

  it('keeps each piece once, each opened one apart, and gives a file after all that it imports', () => {
    fc.assert(
      fc.property(anyPieces, (pieces) => {
        const files = planChunks(pieces)
        expect(files.flatMap((file) => file.pieces).toSorted()).toEqual(pieces.map(({ name }) => name).toSorted())
        for (const { name, weight } of pieces) {
          const own = files.find((file) => file.pieces.includes(name))
          if (weight > 0) expect(own?.pieces).toEqual([name])
        }
        for (const [place, { imports }] of files.entries()) {
          for (const each of imports) expect(files.indexOf(each)).toBeLessThan(place)
        }
      }),
    )
  })
})
