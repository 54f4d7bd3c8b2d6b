import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatFigure } from './format.ts'
import { plainDigits } from './plainFigure.ts'
import { cutFigure, figureOf, readFigure } from './reading.ts'

const tags = ['en', 'zh-Hant', 'ja', 'vi', 'th', 'ko', 'fr', 'es'] as const

describe('FC-89 thousands marks', () => {
  it.each([
    ['1,234.56', 'en', '1234.56', false],
    ['1.234,56', 'en', '1234.56', false],
    ['1,234.56', 'vi', '1234.56', false],
    ['1 234,56', 'fr', '1234.56', false],
    ['1\u00A0234,56', 'fr', '1234.56', false],
    ['1\u202F234,56', 'fr', '1234.56', false],
    ["1'234.56", 'en', '1234.56', false],
    ['1,234,567', 'en', '1234567', false],
    ['1,00,000.5', 'en', '100000.5', false],
    ['1.234.567', 'en', '1234567', false],
    ['1 234 567.891', 'en', '1234567.891', false],
    ['12,345', 'en', '12345', true],
    ['1,000', 'en', '1000', true],
    ['1,000', 'fr', '1.000', true],
    ['1,000', 'vi', '1.000', true],
    ['1.000', 'vi', '1000', true],
    ['1.234', 'es', '1234', true],
    ['1.234', 'en', '1.234', true],
    ['0,123', 'en', '0.123', false],
    ['11,11', 'en', '11.11', false],
    ['1234,567', 'en', '1234.567', false],
    ['.5', 'en', '0.5', false],
    ['5.', 'en', '5', false],
    ['1,234,', 'en', '1234', true],
    ['007', 'en', '7', false],
    ['+5', 'en', '5', false],
  ])('%j for %s reads %s', (text, locale, canonical, doubtful) => {
    expect(readFigure(text, locale)).toEqual({ kind: 'figure', canonical, doubtful })
  })

  it.each(['', ' ', '.', ',', '+', '\u200E'])('%j names no number yet', (text) => {
    expect(readFigure(text, 'en').kind).toBe('nothing')
  })
})

describe('FC-91 units, signs and invisible marks', () => {
  it.each([
    ['0.5 BTC', 'BTC', '0.5', false],
    ['0.5BTC', 'BTC', '0.5', false],
    ['btc 0.5', 'BTC', '0.5', false],
    ['$1,000', 'USDT', '1000', true],
    ['US$ 1,000.50', 'USDT', '1000.50', true],
    ['5 %', '%', '5', false],
    ['3 lots', 'lots', '3', false],
    ['\u200E250\u200E', 'USDT', '250', false],
    ['\u202A1234.56\u202C', 'USDT', '1234.56', false],
    ['\uFEFF\u2066250\u2069', undefined, '250', false],
    ['250\n', undefined, '250', false],
  ])('%j in a field of %s reads %s', (text, unit, canonical, doubtful) => {
    expect(readFigure(text, 'en', unit)).toEqual({ kind: 'figure', canonical, doubtful })
  })

  it.each([
    ['0.5 BTC', 'USDT'],
    ['$1,000', 'BTC'],
    ['€5', 'USDT'],
    ['5%', 'USDT'],
    ['1k', 'USDT'],
    ['5 million', 'USDT'],
    ['2万', 'USDT'],
    ['1e3', 'USDT'],
    ['1E-5', 'USDT'],
    ['0x10', 'USDT'],
    ['12:30', 'USDT'],
    ['(5)', 'USDT'],
    ['5-3', 'USDT'],
    ['½', 'USDT'],
    ['1.2.3', 'USDT'],
    ['1,23.4', 'USDT'],
    ['1 2', 'USDT'],
    ['12 34.5', 'USDT'],
    ['0,000,001', 'USDT'],
    ['0.000.001', 'USDT'],
    ['0 123', 'USDT'],
    ['0,123.5', 'USDT'],
    ['1²', 'USDT'],
    ['1e-7', 'USDT'],
    ['１Ｅ３', 'USDT'],
    ['5 USDT (5.01 USD)', 'USDT'],
    ['1,234.567,8', 'USDT'],
    ['1.234,567.8', 'USDT'],
    ['--1', 'USDT'],
    ['1-', 'USDT'],
    ['BTC', 'BTC'],
    ['abc', undefined],
  ])('%j in a field of %s is refused and never another number', (text, unit) => {
    expect(readFigure(text, 'en', unit).kind).toBe('unreadable')
  })

  it.each(['-5', '−5', '－5', '-$5', '$-5', '-'])('%j is negative', (text) => {
    expect(readFigure(text, 'en', 'USDT').kind).toBe('negative')
  })
})

describe('FC-92 figures of every script', () => {
  it.each([
    ['๑๒๓.๕', 'th', '123.5'],
    ['๑,๒๓๔.๕', 'th', '1234.5'],
    ['١٬٢٣٤٫٥', 'en', '1234.5'],
    ['١٢٣٫٤٥٦', 'en', '123.456'],
    ['۱۲۳', 'en', '123'],
    ['１，２３４．５', 'ja', '1234.5'],
    ['१२३.५', 'en', '123.5'],
    ['𝟙𝟚𝟛', 'en', '123'],
    ['１２。５', 'ja', '12.5'],
  ])('%s for %s reads %s', (text, locale, canonical) => {
    expect(readFigure(text, locale)).toEqual({ kind: 'figure', canonical, doubtful: false })
  })

  it('each ten of Unicode counts from nought to nine', () => {
    let before = -1
    let place = 0
    for (let code = 0; code <= 0x1fbff; code += 1) {
      const text = String.fromCodePoint(code)
      if (!/^\p{Nd}$/u.test(text)) continue
      place = code === before + 1 ? (place + 1) % 10 : 0
      before = code
      expect([code, plainDigits(text)]).toEqual([code, String(place)])
    }
  })
})

describe('what the app writes', () => {
  const canonical = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.bigInt({ min: 0n, max: 999_999_999n }), fc.nat(9))
    .map(([whole, behind, length]) => cutFigure(`${whole}.${String(behind).padStart(9, '0')}`, length))
  const bare = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
  const units = fc.constantFrom('', ' BTC', ' USDT', '\u00A0USDT')
  const wraps = fc.constantFrom(['', ''], ['\u200E', ''], ['\u202A', '\u202C'], [' ', '\n'])

  it('is read back as the same value in each language, with its unit and copied along with marks that nobody sees', () => {
    fc.assert(
      fc.property(
        canonical,
        fc.constantFrom(...tags),
        units,
        wraps,
        fc.nat(9),
        (value, tag, unit, wrap, decimalsMin) => {
          const shown = formatFigure(value, tag, { decimalsMin })
          const reading = readFigure(`${wrap[0]}${shown}${unit}${wrap[1]}`, tag, unit.trim() || undefined)
          expect(reading.kind === 'figure' && bare(reading.canonical)).toBe(bare(value))
          const typed = readFigure(figureOf(value, tag), tag)
          expect(typed.kind === 'figure' && bare(typed.canonical)).toBe(bare(value))
        },
      ),
    )
  })

  it('no text at all is read as anything but a canonical figure', () => {
    const letters = fc.string({ unit: fc.constantFrom(..."0123456789.,' -+$e๕٫٬:?B") })
    fc.assert(
      fc.property(letters, fc.constantFrom(...tags), (text, tag) => {
        const reading = readFigure(text, tag, 'USDT')
        if (reading.kind !== 'figure') return
        expect(reading.canonical).toMatch(/^(0|[1-9][0-9]*)(\.[0-9]+)?$/)
        expect(reading.canonical.replace('.', '').replace(/^0+/, '')).toBe(
          plainDigits(text)
            .replace(/[^0-9]/g, '')
            .replace(/^0+/, ''),
        )
      }),
    )
  })
})
