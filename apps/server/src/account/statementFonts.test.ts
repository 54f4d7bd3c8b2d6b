import { locales } from '@truemark/protocol/locale'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { charactersOf } from './fontCharacters.ts'
import { StatementFonts } from './statementFonts.ts'

/** Writes texts as a statement does; what is printed of each, in the characters that its fonts really have. */
async function printed(locale: string, texts: readonly string[]): Promise<string[]> {
  const fonts = new StatementFonts(locale)
  const doc = new PDFDocument({ size: 'A4' })
  const cut = await fonts.cut(texts)
  for (const [name, font] of cut) doc.registerFont(name, font)
  const shown = texts.map((text) => {
    const runs = fonts.runs(text)
    for (const run of runs) {
      const held = charactersOf(cut.get(run.font) ?? Buffer.alloc(0))
      for (const character of run.text)
        expect(held.has(character.codePointAt(0) ?? 0), `${text} ${character}`).toBe(true)
      doc.font(run.font).fontSize(9).text(run.text, 40, 40, { lineBreak: false })
      expect(doc.widthOfString(run.text)).toBeGreaterThanOrEqual(0)
    }
    return runs.map((run) => run.text).join('')
  })
  doc.end()
  let bytes = 0
  for await (const chunk of doc) bytes += Buffer.from(chunk).length
  expect(bytes).toBeGreaterThan(500)
  return shown
}

const names = [
  '张伟',
  '周杰伦',
  '刘强',
  '习武',
  '王芳',
  '李娜',
  '欧阳娜娜',
  '山田太郎',
  '髙橋',
  '이준',
  '김민서',
  'สมชาย ใจดี',
  'Ångström',
  'Đặng',
  '𠮷野',
]

describe.each(locales.map(({ id }) => id))('FC-60 a statement in %s', (locale) => {
  it('bears a name as it is written', async () => {
    expect(await printed(locale, names)).toEqual(names)
  })

  it('stands in for what no font has, and is never impossible', async () => {
    const hostile = [
      'ann 😀',
      '𰻝',
      '𪚥龘',
      'محمد',
      'עברית',
      'a\u202eb\u200dc',
      '\u0000\u0007',
      'ᚠ',
      'e\u0301\u0302',
      '\ue000',
      '',
    ]
    const shown = await printed(locale, hostile)
    expect(shown[0]).toBe('ann ?')
    expect(shown[5]).toBe('abc')
    expect(shown[6]).toBe('')
    shown.forEach((text, at) => expect([...text].length).toBeLessThanOrEqual([...(hostile[at] ?? '')].length))
  })
})
