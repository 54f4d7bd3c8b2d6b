import { describe, expect, it } from 'vitest'
import { readNickname } from './nickname.ts'

describe('a nickname', () => {
  it.each(['ab', '12', '王明', '小王Ab9', 'abcdefghij', '一二三四五六七八九十', '𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷', '  ann7 '])(
    'may be %j',
    (text) => {
      expect(readNickname(text)).toBe(text.trim())
    },
  )

  it.each([
    '',
    'a',
    '王',
    'abcdefghijk',
    '一二三四五六七八九十一',
    'a b',
    'ann_7',
    'ann-7',
    'élan',
    'かな',
    '한글',
    'анна',
    '１２',
    'ａｂ',
    'ann😀',
    'ann\u200b',
    '<b>',
  ])('is not %j', (text) => {
    expect(readNickname(text)).toBeNull()
  })
})
