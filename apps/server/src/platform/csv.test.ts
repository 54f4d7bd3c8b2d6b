import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteOrderMark, csvCell, csvRow, isoTime } from './csv.ts'

describe('a cell of a CSV file', () => {
  it.each(['=1+1', '+1', '-cmd', '@SUM(A1)', '\t=1', '\r=1', "=HYPERLINK('x')"])('%j is no formula', (text) => {
    expect(csvCell(text).replace(/^"/, '').startsWith("'")).toBe(true)
  })

  it('FC-62 is neutralised where it could run, and stays a plain negative number', () => {
    const formulas = [
      '=HYPERLINK("http://x")',
      '+1',
      '@x',
      '\t=1',
      '-1e5',
      '-2+3',
      ' =1',
      '＝1+1',
      '＋1',
      '－2＋3',
      '＠x',
      '--1',
      '-',
    ]
    for (const text of formulas) expect(csvCell(text).replace(/^"/, ''), text).toMatch(/^'/)
    for (const text of ['-1', '-1.5', '1', '0.5']) expect(csvCell(text)).toBe(text)
  })

  it('is a number where it is one, and quoted where it must be', () => {
    expect(csvRow(['-12.5', '0', '1e3', 'a,b', 'say "no"', ' x'])).toBe(`-12.5,0,1e3,"a,b","say ""no"""," x"\r\n`)
  })

  it('never begins as a formula and reads back as what it was, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (text) => {
        const cell = csvCell(text)
        const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
        expect(/^[=+@\t\r\n]/.test(read) || (read.startsWith('-') && !/^-[0-9]+(\.[0-9]+)?$/.test(read))).toBe(false)
        expect([text, `'${text}`]).toContain(read)
      }),
    )
  })
})

it('a file says that it is UTF-8, and a moment is of UTC', () => {
  expect([...Buffer.from(byteOrderMark)]).toEqual([0xef, 0xbb, 0xbf])
  expect(isoTime(1_764_500_000_123)).toBe('2025-11-30T10:53:20.123Z')
})
