import { describe, expect, it } from 'vitest'
import { primaryFaults, readRealName } from './verification.ts'

describe('FC-101 a real name', () => {
  it.each([
    '王伟',
    '이준',
    'Ng',
    'O',
    'Maria-José Ó Súilleabháin',
    'D’Angelo',
    "O'Neil",
    'J. R. R. Tolkien',
    'นิตยา สุขใจ',
    'محمد بن سلمان',
    'नरेन्द्र',
    'Nguyễn Thị Ánh',
    '𠮷野',
    'Пётр Ильич',
    'ジョン・スミス',
    'شاه\u200cرخ',
    'A'.repeat(100),
  ])('may be %s', (name) => {
    expect(readRealName(name)).toBe(name.normalize('NFC'))
  })

  it('is kept composed, with one space between its parts and none around', () => {
    expect(readRealName('  Ana\u00a0 \tJosé\u0301 ')).toBe('Ana José\u0301'.normalize('NFC'))
    expect(readRealName('Zoe\u0308')).toBe('Zoë')
    expect(readRealName('王\u3000伟')).toBe('王 伟')
  })

  it.each([
    '',
    ' ',
    'A'.repeat(101),
    'R2D2',
    '<b>Bob</b>',
    'Bob😀',
    'Bo\u202eb',
    'Bo\u200bb',
    'Bo\u200db',
    'Bo\u0007b',
    "-'.",
    '\u0301',
    'a@b',
    'Ann, Bob',
  ])('is not %j', (name) => {
    expect(readRealName(name)).toBeNull()
  })

  it('is missing where it is blank, and otherwise told what it may be', () => {
    const form = { realName: '王伟', document_number: 'A1', birth_date: '1990-01-01', country: 'FR' }
    const today = Date.UTC(2026, 10, 29)
    expect(primaryFaults(form, 2, today)).toEqual({})
    expect(primaryFaults({ ...form, realName: ' ' }, 2, today)).toEqual({ realName: 'name_missing' })
    expect(primaryFaults({ ...form, realName: 'R2' }, 2, today)).toEqual({ realName: 'name_invalid' })
  })
})
