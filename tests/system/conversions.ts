import { receiptsMax } from '@truemark/protocol/evidence/receipt'
import { readRowsAt } from '../../apps/server/src/engine/door.ts'
import { checkEvidence } from '../../apps/server/src/transparency/evidenceCheck.ts'
import { checkReceipts } from '../../apps/server/src/transparency/receiptsCheck.ts'
import { type Answer, call, listAt, newKey, textAt, valueAt } from '../client.ts'
import type { Product } from '../product.ts'

/** One exchange of a client that keeps what was acknowledged: its key stays its own. */
export interface Conversion {
  readonly token: string
  readonly key: string
  readonly quote: string
  /** The whole answer that acknowledged it; null where the server was gone before. */
  answer: Answer | null
}

const apartMs = 30

/** Exchanges a little, again and again, until the server is gone; `note` keeps each before it is answered. */
export async function convertOn(address: string, token: string, note: (one: Conversion) => void): Promise<void> {
  for (;;) {
    const body = { source: 'USDT', target: 'BTC', amount: '10' }
    const quoted = await call(address, '/exchange/quotes', { method: 'POST', token, body }).catch(() => null)
    if (quoted === null) return
    if (quoted.code === 200) {
      const one: Conversion = { token, key: newKey(), quote: textAt(quoted.data, 'id'), answer: null }
      note(one)
      const answer = await accept(address, one).catch(() => null)
      if (answer === null) return
      if (answer.code === 200) one.answer = answer
    }
    await new Promise((resolve) => setTimeout(resolve, apartMs))
  }
}

/** Accepts its quote under its key, for the first time or again. */
export function accept(address: string, { token, key, quote }: Conversion): Promise<Answer> {
  return call(address, '/exchange/orders', { method: 'POST', token, key, body: { quote_id: quote } })
}

/** The numbers of all exchanges of an account. */
export async function convertedBy(address: string, token: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = ''; ;) {
    const { data } = await call(address, `/exchange/orders?limit=100${cursor}`, { token })
    ids.push(...listAt(data, 'items').map((one) => textAt(one, 'order_id')))
    const after = textAt(data, 'cursor')
    if (after === '') return ids
    cursor = `&cursor=${encodeURIComponent(after)}`
  }
}

/** One's own evidence of a number, and what its check says last; '' where all of it holds. */
export async function evidenceOf(
  address: string,
  token: string,
  id: string,
): Promise<{ found: unknown; fault: string }> {
  const { data, message } = await call(address, `/user/evidence/${id}`, { token })
  const document = textAt(data, 'file', 'document')
  if (document === '') return { found: null, fault: message }
  let last = ''
  const own = { key: null, keysFile: null }
  const code = await checkEvidence(JSON.stringify(valueAt(data, 'file')), own, (sentence) => (last = sentence))
  return { found: JSON.parse(document), fault: code === 0 ? '' : `${id}: ${last}` }
}

/** What of receipts that were kept does not hold: each is to be signed, and of a command that the journal has. */
export async function receiptFaults(product: Product, receipts: readonly unknown[]): Promise<string[]> {
  const { data } = await call(product.address, '/transparency/keys')
  const key = textAt(listAt(data, 'generations').at(-1), 'keys', 'receipts')
  const faults: string[] = []
  for (let from = 0; from < receipts.length; from += receiptsMax) {
    const part = receipts.slice(from, from + receiptsMax)
    const file = JSON.stringify({ version: 1, key, rotations: valueAt(data, 'rotations'), receipts: part })
    const said: string[] = []
    const read = (seqs: ReadonlySet<number>) => readRowsAt(product.database(), [...seqs])
    const own = { key: null, keysFile: null }
    if ((await checkReceipts(read, file, own, (sentence) => said.push(sentence))) !== 0) faults.push(...said)
  }
  return faults
}

/** What a receipt says: of which command, and of which row. A tree over fewer receipts of the row says the same. */
export function receiptSays(receipt: unknown): unknown {
  const row: unknown = JSON.parse(textAt(receipt, 'row') || 'null')
  const told = ['account', 'realm', 'place', 'command', 'nonce'].map((name) => valueAt(receipt, name))
  return [...told, ...['seq', 'time', 'digest'].map((name) => valueAt(row, name))]
}
