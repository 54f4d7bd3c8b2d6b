import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { locales } from '@truemark/protocol/locale'

/** A word that stood beside the one of the glossary (docs/reference/terms.md), and where it may or may not stand. */
interface Stray {
  readonly word: RegExp
  readonly instead: string
  readonly only?: RegExp
  readonly except?: RegExp
}

const strays: Readonly<Record<string, readonly Stray[]>> = {
  en: [{ word: /(?<!at )\bstakes?\b|\bstaked\b|\bbets?\b|\bwagers?\b/i, instead: 'amount' }],
  'zh-Hant': [
    { word: /儲值|充值|存款/, instead: '入金' },
    { word: /提款|提現|提取/, instead: '提領' },
    { word: /下注|投注|押注|賭|中籤/, instead: '下單, 獲配' },
    { word: /選擇權/, instead: '期權' },
    { word: /使用者/, instead: '用戶' },
    { word: /通行金鑰/, instead: '通行密鑰' },
    { word: /掛單簿/, instead: '訂單簿' },
    { word: /平手/, instead: '平局' },
    { word: /幣幣帳戶/, instead: '現貨帳戶' },
    { word: /重置/, instead: '重設' },
    { word: /點差/, instead: '價差' },
    { word: /賠付/, instead: '收益率' },
    { word: /營運人員|營運者/, instead: '操作員' },
  ],
  ja: [
    { word: /賭|掛け?金|的中|当た(れば|った)|引き分け|払い?戻/, instead: '購入金額, 予想どおり, 同値, ペイアウト' },
    { word: /清算/, instead: '強制決済' },
    { word: /カード/, instead: '銀行口座' },
    { word: /カスタマーサービス/, instead: 'カスタマーサポート' },
    { word: /契約/, instead: '先物', except: /contractSize$/ },
    { word: /インデックス/, instead: '指数' },
    { word: /実口座|本番/, instead: 'リアル口座' },
    { word: /情報源|供給元/, instead: '提供元' },
    { word: /記帳/, instead: '加算, 引き落とし', only: /^notification\./ },
    { word: /あなた/, instead: 'お客様', except: /^desk\.|^errors\.chat_/ },
  ],
  vi: [
    { word: /cược/i, instead: 'số tiền' },
    { word: /nhà (vận|điều) hành/i, instead: 'đơn vị vận hành' },
    { word: /(?<![{\w])demo\b/i, instead: 'mô phỏng' },
    { word: /(?<![{\w])passkey/i, instead: 'khóa truy cập' },
    { word: /funding/i, instead: 'phí tài trợ' },
    { word: /thắng|(?<!\p{L})hòa(?! vốn)/iu, instead: 'lãi, đúng, ngang giá' },
  ],
  th: [
    { word: /เดิมพัน|พนัน|เจ้ามือ/, instead: 'จำนวนเงิน' },
    { word: /เดโม/, instead: 'ทดลอง' },
    { word: /กรุณา/, instead: 'โปรด' },
    { word: /ผู้ปฏิบัติงาน/, instead: 'ผู้ดำเนินการ' },
    {
      word: /ผู้ดำเนินการ/,
      instead: 'ผู้ให้บริการ',
      except: /^desk\.|^errors\.|^transparency\.(approvals\.aloneText$|people\.)/,
    },
    { word: /เพอร์เพท?ชวล|สัญญาถาวร|ฟิวเจอร์ส/, instead: 'สัญญาไม่มีวันหมดอายุ' },
    { word: /แบบครอส/, instead: 'แบบรวม' },
    { word: /มาร์จิน/, instead: 'มาร์จิ้น' },
    { word: /(ต่ำ|สูง)กว่า/, instead: 'ต่ำลง, สูงขึ้น', only: /^option\.evidence\.(lower|higher)$/ },
  ],
  ko: [
    { word: /베팅|판돈/, instead: '주문' },
    { word: /데모/, instead: '모의' },
    { word: /로트/, instead: '랏' },
    { word: /무승부/, instead: '동률' },
    { word: /회원님/, instead: '고객님' },
    { word: /실거래 계정/, instead: '실제 계정' },
    { word: /계약/, instead: '선물', except: /contractSize$/ },
    {
      word: /계좌/,
      instead: '계정',
      except:
        /^errors\.(bank_|account_number)|^wallet\.(card|withdrawalReason)\.|^transparency\.withdrawals\.reasons\./,
    },
    { word: /닫|엽니다|열기|열린|열었|뒤집/, instead: '진입, 청산', only: /^(trade|contract|perpetual)\./ },
    { word: /청산가/, instead: '종료가', only: /^option\./ },
    { word: /마련/, instead: '구하기' },
    { word: /본인 인증/, instead: '신원 인증' },
    { word: /채굴/, instead: '마이닝', except: /^mining\.welcome\.name$/ },
  ],
  fr: [
    { word: /(?<!\p{L})mises?(?!\p{L}| en | à | sur )/iu, instead: 'montant' },
    { word: /(?<!\p{L})pari(er|ez|s)?(?!\p{L})/iu, instead: 'traiter' },
    { word: /exploitant/i, instead: 'opérateur' },
    { word: /boîte aux lettres/i, instead: 'boîte de réception' },
    { word: /historique financier/i, instead: 'mouvements' },
    { word: /au comptant/i, instead: 'spot' },
    { word: /prix de marque|(?<!select, |[{\p{L}])mark(?!\p{L})/iu, instead: 'prix de référence' },
    { word: /échanges? de devises/i, instead: 'conversion de devises' },
    { word: /'/, instead: '’' },
  ],
  es: [
    {
      word: /(?<!\p{L})(tú|tus?|te|ti|contigo|puedes|tienes|debes|quieres|eres|estás|has|aciertas|equivocas|pierdes|ganas|recibes|enviaste|retiras)(?!\p{L})/iu,
      instead: 'usted',
    },
    {
      word: /(^|[.:;!?] )(Elige|Revisa|Escribe|Escríbenos|Envía|Envíalo|Mira|Introduce|Compara|Compáralo|Confirma|Vuelve|Indica|Añade|Pulsa|Toca|Guarda)(?!\p{L})/u,
      instead: 'the imperative of usted',
    },
    { word: /apuesta|apost/i, instead: 'importe' },
    { word: /monedero|cartera/i, instead: 'billetera' },
    { word: /al contado/i, instead: 'spot' },
    { word: /clave de acceso/i, instead: 'llave de acceso' },
  ],
}

type Texts = readonly (readonly [string, string])[]

function read(tag: string): Texts {
  const folder = new URL(`${tag}/`, import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
  return files.flatMap((file) => {
    const content: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    return gather(file.replace('.json', '').replace('/', '.'), content)
  })
}

function gather(key: string, value: unknown): Texts {
  if (typeof value === 'string') return [[key, value]]
  if (typeof value !== 'object' || value === null) throw new Error(`${key} is no text`)
  return Object.entries(value).flatMap(([name, inner]) => gather(`${key}.${name}`, inner))
}

describe.each(locales.map((locale) => locale.tag))('the words in %s', (tag) => {
  const texts = read(tag)

  it('are those of the glossary', () => {
    const found = (strays[tag] ?? []).flatMap(({ word, instead, only, except }) =>
      texts
        .filter(([key, text]) => word.test(text) && (only?.test(key) ?? true) && !(except?.test(key) ?? false))
        .map(([key, text]) => `${key}: ${text} (${instead})`),
    )
    expect(found).toEqual([])
  })

  it('do not count by a figure that comes as a text', () => {
    const counted =
      /\{(seconds|minutes|rows|left|hours)\} (s[eé][gc]|minut|row|share|hour|parti?|fila|ligne|hora|heure)/
    const refusals = texts.filter(([key]) => /^(errors|accountClosure)\./.test(key))
    expect(refusals.filter(([, text]) => counted.test(text))).toEqual([])
  })

  it('write thousands as the language does', () => {
    const format = new Intl.NumberFormat(tag)
    const written = texts.flatMap(([key, text]) =>
      [...text.matchAll(/(?<![\d.,])\d{1,3}(?:[.,\s\u202f\u00a0]\d{3})+(?![\d.,]*\d)/gu)].map((match) => [
        key,
        match[0],
      ]),
    )
    expect(written).toEqual(written.map(([key, figure]) => [key, format.format(Number(figure?.replace(/\D/g, '')))]))
  })
})
