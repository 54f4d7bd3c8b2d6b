import { describe, expect, it } from 'vitest'
import { readEmail } from './email.ts'

describe('an email address', () => {
  it('is read trimmed, with its domain in lower case', () => {
    expect(readEmail(' Ann.Lee+x@Mail.Example ')).toBe('Ann.Lee+x@mail.example')
  })

  it.each([
    '\u200Bann@mail.example',
    'ann@mail.example\uFEFF\r\n',
    '\u202Aann@mail.example\u202C',
    'mailto:ann@mail.example',
    '\u00A0 ann@mail.ex\u00ADample\u3000',
    'ａｎｎ＠ｍａｉｌ．ｅｘａｍｐｌｅ',
  ])('is the one that was copied: %j', (text) => {
    expect(readEmail(text)).toBe('ann@mail.example')
  })

  it.each([
    '',
    // letters that look like others, and domains that are not written in ASCII
    '\u0430nn@mail.example',
    'ann@mаil.example',
    'ann@müller.example',
    'ann@mail.example?subject=x',
    'Ann <ann@mail.example>',
    'ann',
    'ann@',
    '@mail.example',
    'ann@mail',
    'a nn@mail.example',
    'ann@@mail.example',
    '.ann@mail.example',
    'ann.@mail.example',
    'a..nn@mail.example',
    'ann@-mail.example',
    'ann@mail.e',
    'ann@mail.1x',
    'ann@mail_x.example',
    `${'a'.repeat(65)}@mail.example`,
    `ann@${'a'.repeat(250)}.example`,
  ])('is not %j', (text) => {
    expect(readEmail(text)).toBeNull()
  })
})
