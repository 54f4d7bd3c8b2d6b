import { describe, expect, it } from 'vitest'
import { readEmail } from './email.ts'

describe('an email address', () => {
  it('is read trimmed, with its domain in lower case', () => {
    expect(readEmail(' Ann.Lee+x@Mail.Example ')).toBe('Ann.Lee+x@mail.example')
  })

  it.each([
    '',
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
