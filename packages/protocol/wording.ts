/** Words that would promise a gain, or the absence of risk, and what around them says the contrary. */
interface Promised {
  readonly words: RegExp
  /** Before the words in their clause. */
  readonly deniedBefore?: RegExp
  /** After the words in their clause. */
  readonly deniedAfter?: RegExp
}

const gain = 'return|profit|gain|income|yield|interest|principal|capital'

// what is never said of an offer; 保證金 (margin) and "garantit le levier" are other words
const promises: readonly Promised[] = [
  {
    words: new RegExp(
      [
        `guaranteed`,
        `guarantees?\\s(?:[\\w’']+\\s){0,3}(?:${gain})s?`,
        `(?:risk[- ]free|riskless|without(?: any)? risks?|no-risk|zero[- ]risk)(?! of)`,
        `(?:sure|assured) (?:${gain})s?`,
        `can(?:no|['’])t lose`,
      ].join('|'),
      'giu',
    ),
    deniedBefore: /\b(?:not|no|nor|never|nothing|none|nobody|neither|without|cannot)\b|n['’]t\b/iu,
  },
  {
    words:
      /保證(?:獲利|收益|回報|報酬|盈利|利潤|本金|保本)|保证(?:获利|收益|回报|盈利|利润|本金)|保本|穩賺|稳赚|零風險|零风险|無風險|无风险|沒有風險|没有风险|必賺|必赚|只賺不賠/gu,
    deniedBefore: /不|非|未|無法|无法|並無|並非|沒有|没有|勿/u,
  },
  {
    words:
      /元本(?:は|が|を)?保証|(?:利益|収益|利回り)(?:は|が|を)?(?:保証|確約)|保証された(?:利益|収益|利回り)|(?:確実に|必ず)(?:儲か|利益)|ノーリスク|リスク(?:なし|ゼロ|がない|はない)|無リスク/gu,
    deniedAfter: /ません|ない|なし|いたしかね/u,
  },
  {
    words:
      /(?:수익|원금|이익|이자)(?:을|이|은|를|가)?\s?보장|(?:보장된|확정)\s?(?:수익|이익)|무위험|위험\s?(?:없는|이 없는|제로)|손실\s?없는/gu,
    deniedAfter: /않|아닙|아니|없습|없음|못/u,
  },
  {
    words:
      /(?:cam kết|bảo đảm|đảm bảo)\s(?:(?:có|mức|khoản)\s)?(?:lợi nhuận|sinh lời|lãi|thu nhập|vốn)|bảo toàn vốn|chắc chắn (?:có lãi|sinh lời)|(?:không|phi|không có) rủi ro|lợi nhuận được (?:bảo đảm|đảm bảo)/giu,
    deniedBefore: /không|chưa|chẳng/iu,
  },
  {
    words: /การันตี|(?:รับประกัน|ค้ำประกัน)(?:ผลตอบแทน|กำไร|รายได้|เงินต้น)|กำไรแน่นอน|(?:ไม่มี|ปลอด|ไร้)ความเสี่ยง/gu,
    deniedBefore: /ไม่/u,
  },
  {
    words:
      /(?:rendements?|gains?|profits?|revenus?|intérêts?|bénéfices?|capital|capitaux)\s(?:(?:est|sont)\s)?(?:garanti|assuré)e?s?|garanti(?:t|ssons|ssent)?\s(?:un|une|des|le|la|les|votre|vos)\s(?:rendement|gain|profit|revenu|intérêt|bénéfice|capital)|(?:sans|zéro|aucun) risque(?! de| d[’'])/giu,
    deniedBefore: /\b(?:ne|n’|pas|non|jamais|aucun|aucune|ni)\b|n['’]/iu,
  },
  {
    words:
      /(?:rendimientos?|ganancias?|beneficios?|interés|intereses|capital|rentabilidad|ingresos?)\s(?:(?:está|están|es|son)\s)?(?:garantizad|asegurad|segur)[oa]s?|garantiza(?:mos|n)?\s(?:un|una|el|la|los|las|su|sus)\s(?:rendimiento|ganancia|beneficio|interés|capital|rentabilidad|ingreso)|(?:sin|libre de|cero) riesgo(?! nuevo| de)/giu,
    deniedBefore: /\b(?:no|ni|nunca|jamás|sin|ningún|ninguna)\b/iu,
  },
]

const clauseEnd = /[.!?。！？;；,，、:：\n]/u

/**
 * The first words of a text, in whichever of the app's languages, that promise a gain or the absence of risk; null where
 * it promises neither. What the clause itself denies ("nothing is guaranteed") is no promise.
 */
export function promiseIn(text: string): string | null {
  for (const { words, deniedBefore, deniedAfter } of promises) {
    for (const found of text.matchAll(words)) {
      const before = text.slice(0, found.index).split(clauseEnd).at(-1) ?? ''
      const after = text.slice(found.index + found[0].length).split(clauseEnd)[0] ?? ''
      const isDenied = deniedBefore?.test(before) === true || deniedAfter?.test(after) === true
      if (!isDenied) return found[0]
    }
  }
  return null
}
