import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readPhone } from './phone.ts'

const vectors = new URL('../../../shared/data/vectors/phones.json', import.meta.url)

const shape = z.object({
  examples_per_country: z.object({
    rows: z.array(z.object({ country: z.string(), national: z.string(), e164: z.string(), valid: z.boolean() })),
  }),
  locale_lists: z.object({
    rows: z.array(z.object({ country: z.string(), input: z.string(), valid_per_libphonenumber: z.boolean() })),
  }),
})

describe.runIf(existsSync(vectors))('the vectors of phones', () => {
  const read = () => z.parse(shape, JSON.parse(readFileSync(vectors, 'utf8')))

  it('of every country are read, written nationally and as E.164', () => {
    const { rows } = read().examples_per_country
    expect(rows).toHaveLength(245)
    const wrong = rows.filter(({ country, national, e164 }) => {
      return readPhone(e164, '') !== e164 || readPhone(national, country) !== e164
    })
    expect(wrong).toEqual([])
  })

  it('of the languages have the verdict of the numbering plans', () => {
    const { rows } = read().locale_lists
    expect(rows).toHaveLength(215)
    const wrong = rows.filter(({ country, input, valid_per_libphonenumber: valid }) => {
      return (readPhone(input, country) !== null) !== valid
    })
    expect(wrong).toEqual([])
  })
})

describe('a phone that was copied', () => {
  it.each([
    '\u202A+33\u00A06 12 34 56 78\u202C',
    '\u200B+33612345678\uFEFF',
    'tel:+33-6-12-34-56-78',
    '＋３３６１２３４５６７８',
    '+๓๓๖๑๒๓๔๕๖๗๘',
    '06.12.34.56.78\n',
    '+33 (0)6 12 34 56 78',
  ])('FC-96 is read without what came along: %j', (text) => {
    expect(readPhone(text, 'FR')).toBe('+33612345678')
  })
})
