import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { codeHash } from './secrets.ts'

it.each(['123 456', ' 123456\n', '123-456', '１２３４５６', '\u200B123456\uFEFF', '123–456'])(
  'FC-79 a code is the one that was sent, however it was copied: %j',
  (brought) => {
    const secret = randomBytes(16)
    const of = (code: string) => codeHash(secret, 'register', 'ann@mail.example', code).toString('hex')
    expect(of(brought)).toBe(of('123456'))
    expect(of('123457')).not.toBe(of('123456'))
  },
)
