import { realms } from '@truemark/core/ledger/holders'
import { dayOf } from '@truemark/core/mining/terms'
import type { MiningDraftBody } from '@truemark/protocol/routes/deskMining'
import { miningDrafts } from '../draft/door.ts'
import { type Catalogue, type Exchange, house } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import { termsOf } from './drafts.ts'

/** Who wrote what the product ships with, in the drafts. */
const writer = 'Truemark'
/** The days ahead for which an example's rates are published. */
const ratedDays = 30
/** The published rates of the first example, at 10⁻⁹, one day after the other, over and over. */
const exampleRates = [3_200_000, 3_500_000, 3_000_000, 3_800_000, 4_000_000, 3_400_000, 3_100_000]

const source: MiningDraftBody['yield_source'] = {
  en: 'This is an example. A demo account cannot lock money, so nothing is earned or paid here. In a real account this text says where the yield comes from, and a product without it cannot be published.',
  zh: '這是範例。模擬帳戶無法鎖定資金，因此不會產生或支付任何收益。在真實帳戶中，此處會說明收益來源；沒有此說明的產品無法發布。',
  jp: 'これは例です。デモ口座では資金をロックできないため、収益の発生も支払いもありません。リアル口座では、収益の源泉がここに記載されます。記載のない商品は公開できません。',
  vie: 'Đây là ví dụ. Tài khoản mô phỏng không thể khóa tiền, nên không có gì được tạo ra hay chi trả ở đây. Trong tài khoản thật, phần này nêu nguồn gốc lợi nhuận; thiếu nó thì không thể công bố sản phẩm.',
  th: 'นี่คือตัวอย่าง บัญชีทดลองล็อกเงินไม่ได้ จึงไม่มีรายได้และไม่มีการจ่ายใด ๆ ในบัญชีจริง ข้อความนี้จะบอกที่มาของผลตอบแทน ผลิตภัณฑ์ที่ไม่มีข้อความนี้จะเผยแพร่ไม่ได้',
  kor: '예시입니다. 모의 계정은 자금을 잠글 수 없으므로 수익이 발생하거나 지급되지 않습니다. 실제 계정에서는 이곳에 수익의 출처가 적히며, 이 설명이 없는 상품은 게시할 수 없습니다.',
  fre: 'Ceci est un exemple. Un compte de démonstration ne peut rien bloquer : rien n’est gagné ni versé ici. Sur un compte réel, ce texte dit d’où vient le rendement ; sans lui, un produit ne peut être publié.',
  spa: 'Esto es un ejemplo. Una cuenta de demostración no puede bloquear dinero, así que aquí no se gana ni se paga nada. En una cuenta real, este texto dice de dónde procede el rendimiento; sin él no se puede publicar un producto.',
}

const examples: readonly MiningDraftBody[] = [
  {
    realm: 'demo',
    product_id: null,
    name: {
      en: 'Example: 5 days',
      zh: '範例：5 天',
      jp: '例：5日間',
      vie: 'Ví dụ: 5 ngày',
      th: 'ตัวอย่าง: 5 วัน',
      kor: '예시: 5일',
      fre: 'Exemple : 5 jours',
      spa: 'Ejemplo: 5 días',
    },
    currency: 'USDT',
    daily_return_rate_min: '0.003',
    daily_return_rate_max: '0.004',
    lockup_period: 5,
    minimum_amount: '100',
    maximum_amount: '50000',
    capacity: '1000000',
    early_redemption_rate: '0.02',
    yield_source: source,
  },
  {
    realm: 'demo',
    product_id: null,
    name: {
      en: 'Example: 30 days',
      zh: '範例：30 天',
      jp: '例：30日間',
      vie: 'Ví dụ: 30 ngày',
      th: 'ตัวอย่าง: 30 วัน',
      kor: '예시: 30일',
      fre: 'Exemple : 30 jours',
      spa: 'Ejemplo: 30 días',
    },
    currency: 'BTC',
    daily_return_rate_min: '0.0001',
    daily_return_rate_max: '0.00015',
    lockup_period: 30,
    minimum_amount: '0.002',
    maximum_amount: '5',
    capacity: '50',
    early_redemption_rate: '0.01',
    yield_source: source,
  },
]

export interface MiningSeedPorts {
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly database: Database
  readonly now: () => number
}

/**
 * Gives the demo realm two examples of locked mining at the first start, by which its forms can be read; the real realm
 * gets none, since only an operator can say where a yield comes from. Throws where the engine refuses.
 */
export async function seedMining(ports: MiningSeedPorts): Promise<void> {
  const { products } = await ports.exchange.ask(house, { type: 'miningProducts', realm: 'demo' })
  for (const body of examples.slice(products.length)) await publishExample(ports, body)
  const [first] = products
  if (first !== undefined) return
  const today = dayOf(ports.now())
  const rates = Array.from({ length: ratedDays }, (_, at) => ({
    day: today + 1 + at,
    rate: exampleRates[at % exampleRates.length] ?? 0,
  }))
  const { products: made } = await ports.exchange.ask(house, { type: 'miningProducts', realm: 'demo' })
  const product = made[0]?.product ?? 0
  await send(ports.exchange, { type: 'publishMiningRates', product, rates })
}

async function publishExample({ exchange, catalogue, database, now }: MiningSeedPorts, body: MiningDraftBody) {
  // an installation without the currency goes without its example
  if (catalogue.currencyByCode(body.currency) === undefined) return
  const by = { name: writer, at: now() }
  const kept = await miningDrafts.insert(database, realms.indexOf(body.realm), JSON.stringify(body), by, true)
  const terms = termsOf({ catalogue }, body, { text: kept.id, digest: kept.digest })
  if (!terms.ok) throw new Error('an example of locked mining that cannot hold')
  await send(exchange, { type: 'publishMining', product: 0, terms: terms.data })
}

async function send(exchange: Exchange, command: Parameters<Exchange['command']>[1]): Promise<void> {
  const sent = await exchange.command(house, command)
  if (!sent.ok) throw new Error(`the engine refused an example of locked mining: ${sent.reason}`)
}
