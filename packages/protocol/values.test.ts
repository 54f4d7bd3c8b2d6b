import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { cardBody } from './routes/payees.ts'
import { supportText } from './routes/support.ts'
import { copied, line, prose } from './values.ts'

const turning = [...'\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069']

const card = {
  payee_name: 'Mei Lan',
  payee_address: '1 Rue de Lyon',
  bank_type: 'savings',
  bank_name: 'First Bank',
  account_number: '0012-345678',
  bank_address: '2 Rue de Lyon',
  bank_country: 'FR',
}

describe('a text that a person wrote', () => {
  it.each(turning)('FC-99 bears no mark that turns its direction: %j', (mark) => {
    expect(z.safeParse(line(0, 40), `Mei ${mark}naL`).success).toBe(false)
    for (const field of ['payee_name', 'payee_address', 'bank_name', 'bank_address']) {
      expect(z.safeParse(cardBody, { ...card, [field]: `First ${mark}knaB` }).success).toBe(false)
    }
    expect(z.parse(supportText, `please pay to ${mark}4321-8765`)).toBe('please pay to 4321-8765')
    expect(z.safeParse(supportText, mark).success).toBe(false)
    expect(z.parse(prose(0, 10), `a\n${mark}b`)).toBe('a\nb')
    expect(z.parse(copied(1, 20), `${mark}+33612345678`)).toBe('+33612345678')
  })

  it('is one line where one is asked for', () => {
    for (const mark of ['\n', '\r', '\t', '\u2028', '\u2029', '\u0085']) {
      expect(z.safeParse(line(0, 40), `a${mark}b`).success).toBe(false)
    }
    expect(z.safeParse(cardBody, card).success).toBe(true)
    // joiners stand in names of several scripts and in emojis
    for (const text of ['Mei Lan', '王小明', 'นภา', 'می\u200Cخواهم', '👩\u200D🚀']) {
      expect(z.parse(line(0, 40), text)).toBe(text)
    }
  })
})
