import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { backUrl, signedLink, type Visitor } from './link.ts'

const visitor: Visitor = { uid: '42', locale: 'kor', back: 'https://app.example/home', time: 1_700_000_000_999 }

describe('the link of the operator’s own chat', () => {
  it('bears uid, the chat’s language and the way back, and is signed where a key is set', () => {
    const plain = 'https://chat.example/?a=1&uid=42&lang=kr&back_url=https%3A%2F%2Fapp.example%2Fhome'
    expect(signedLink('https://chat.example/?a=1', visitor, null)).toBe(plain)
    const sign = createHmac('sha256', 'key').update('42\nkr\nhttps://app.example/home\n1700000000').digest('hex')
    expect(signedLink('https://chat.example/?a=1', visitor, 'key')).toBe(`${plain}&time=1700000000&sign=${sign}`)
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'chat', ''])('%j is no link', (link) => {
    expect(signedLink(link, visitor, null)).toBeNull()
  })

  it.each([
    ['/home', 'https://app.example/home'],
    ['/market/trade/coins/BTCUSDT?tab=book', 'https://app.example/market/trade/coins/BTCUSDT?tab=book'],
    ['//evil.example/', null],
    ['/\\evil.example/', null],
    ['https://evil.example/', null],
    ['javascript:alert(1)', null],
    ['home', null],
  ])('leads back to %s in this app alone', (path, whole) => {
    expect(backUrl(path, 'https://app.example')).toBe(whole)
  })
})
