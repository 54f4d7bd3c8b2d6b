import { parseDecimal } from '@truemark/core/money/decimal'
import { type BitcoinForm, bitcoinAddressIn } from '@truemark/payee/bitcoinForm'
import * as z from 'zod/mini'
import type { ChainPayout } from '../platform/chain/message.ts'
import { amountText } from './bitcoin.ts'
import { BitcoinNode, type Known, codes, coin } from './bitcoinNode.ts'
import { type Rpc, RpcRefusal } from './jsonRpc.ts'
import {
  type Brought,
  type Handed,
  type Payer,
  type Short,
  type Stand,
  bringEach,
  isLetGo,
  isOver,
  isSame,
  lostStand,
  overOnes,
  unsentStand,
} from './pay.ts'
import { type PayoutFile, payoutStore } from './payoutFile.ts'
import type { Tell } from './serverClient.ts'

export interface BitcoinPayOptions {
  /** The wallet that holds the coins. */
  readonly rpc: Rpc
  readonly tell: Tell
  /** The file of what is kept between starts. */
  readonly file: string
  readonly currency: string
  readonly form: BitcoinForm
  /** Within how many blocks it is to be mined: what its fee is reckoned for. */
  readonly feeBlocks: number
  readonly now: () => number
}

/** An order whose transaction is written down; `sending` once the server has let it go. */
const keptOrder = z.object({
  payout: z.int(),
  currency: z.string(),
  address: z.string(),
  amount: z.string(),
  txid: z.string(),
  hex: z.string(),
  inputs: z.array(coin),
  stage: z.enum(['signed', 'sending']),
  /** The height at which its inputs were first seen used by another; null while they are not. */
  goneSince: z.nullable(z.int()),
})
type KeptOrder = z.infer<typeof keptOrder>

const nothing = z.unknown()
const funded = z.object({ hex: z.string() })
const tested = z.array(z.object({ allowed: z.boolean(), 'reject-reason': z.optional(z.string()) }))
const signed = z.object({ hex: z.string(), complete: z.boolean() })
const decoded = z.object({
  txid: z.string(),
  vin: z.array(coin),
  vout: z.array(z.object({ value: z.number() })),
})
/** What a node says of an amount or payee that it takes at no fee. */
const barred = /dust|too small|scriptpubkey|tx-size/i
const satoshis = 100_000_000

/** Pays orders from a node's wallet: each by one transaction that is written down before it is sent, and sent again as it is. */
export function payBitcoin(options: BitcoinPayOptions): Payer {
  const store = payoutStore(options.file, keptOrder)
  const paying = new BitcoinPaying(options, store.read(), (value) => store.write(value))
  return {
    pay: (handed) => paying.pay(handed),
    short: () => paying.short,
    sequence: () => paying.kept.sequence,
    keepSequence: (sequence) => paying.keep({ ...paying.kept, sequence }),
  }
}

class BitcoinPaying {
  readonly #options: BitcoinPayOptions
  readonly #write: (value: PayoutFile<KeptOrder>) => void
  #kept: PayoutFile<KeptOrder>
  readonly #overOf: ReturnType<typeof overOnes>
  readonly #node: BitcoinNode
  #lacks = 0
  #confirmations = 1

  constructor(options: BitcoinPayOptions, kept: PayoutFile<KeptOrder>, write: (value: PayoutFile<KeptOrder>) => void) {
    this.#options = options
    this.#overOf = overOnes(options.now)
    this.#node = new BitcoinNode(options.rpc)
    this.#kept = kept
    this.#write = write
  }

  get kept(): PayoutFile<KeptOrder> {
    return this.#kept
  }

  get short(): readonly Short[] {
    return this.#lacks === 0 ? [] : [{ currency: this.#options.currency, amount: amountText(this.#lacks) }]
  }

  keep(value: PayoutFile<KeptOrder>): void {
    this.#write(value)
    this.#kept = value
  }

  async pay({ confirmations, orders }: Handed): Promise<Brought> {
    this.#confirmations = confirmations
    await this.#lockAgain()
    for (const one of this.#overOf(this.#kept.orders, orders)) await this.#drop(one)
    const { lacks, ...brought } = await bringEach<{ readonly short: number }>(orders, async (order) =>
      order.currency === this.#options.currency ? this.#bringOn(order) : null,
    )
    this.#lacks = lacks.reduce((sum, { short }) => sum + short, 0)
    return brought
  }

  // a node forgets at its stop which coins are spoken for, and may stop at any time
  async #lockAgain(): Promise<void> {
    for (const { inputs } of this.#kept.orders) await this.#lock(false, inputs)
  }

  // what is spent, or locked already, the node refuses to lock: nobody else can use it
  async #lock(unlock: boolean, inputs: KeptOrder['inputs']): Promise<void> {
    for (const { txid, vout } of inputs) {
      await this.#options.rpc('lockunspent', [unlock, [{ txid, vout }]], nothing).catch((error: unknown) => {
        if (!(error instanceof RpcRefusal)) throw error
      })
    }
  }

  #found(payout: number): KeptOrder | undefined {
    return this.#kept.orders.find((one) => one.payout === payout)
  }

  #put(order: KeptOrder): void {
    const others = this.#kept.orders.filter(({ payout }) => payout !== order.payout)
    this.keep({ ...this.#kept, orders: [...others, order] })
  }

  async #drop(order: KeptOrder): Promise<void> {
    this.keep({ ...this.#kept, orders: this.#kept.orders.filter(({ payout }) => payout !== order.payout) })
    await this.#lock(true, order.inputs)
  }

  async #bringOn(order: ChainPayout): Promise<Stand | { readonly short: number } | null> {
    const own = this.#found(order.payout)
    if (isOver(order)) return this.#lookBack(order, own)
    if (own === undefined) return this.#begin(order)
    const isIt = isSame(own, order)
    // another under its number: this one may be sent already, so people look
    if (!isIt && own.stage === 'sending') return lostStand(order, 'payout_gone')
    if (own.stage === 'sending') return this.#standAsNamed(own, order)
    if (isIt && order.state === 'ordered' && !order.recalled) return this.#ask(own, order)
    const isKnown = (await this.#node.known(own.txid)) !== null || (await this.#node.isInMempool(own.txid))
    const isLetGoBefore = order.pledge === '' ? own.txid === order.txid : pledgeOf(own) === order.pledge
    if (isIt && order.state !== 'ordered' && isLetGoBefore) {
      // an old copy of the file does not know whether it was sent
      if (isKnown) return this.#standAsNamed(this.#begun(own), order)
      if (order.recalled) return lostStand(order, 'payout_gone')
      return order.state === 'taken' ? this.#ask(own, order) : this.#standAsNamed(this.#begun(own), order)
    }
    if (isKnown) return lostStand(order, 'payout_gone')
    await this.#drop(own)
    return this.#begin(order)
  }

  /** Signs and sends what was not let go yet; says what the chain has of what this program does not know. */
  async #begin(order: ChainPayout): Promise<Stand | { readonly short: number } | null> {
    if (order.state !== 'ordered') return this.#standOfOthers(order)
    if (order.recalled) return unsentStand(order, '')
    const ready = await this.#prepare(order)
    return 'inputs' in ready ? this.#ask(ready, order) : ready
  }

  async #ask(ready: KeptOrder, order: ChainPayout): Promise<Stand | null> {
    if (!(await isLetGo(this.#options.tell, ready, { pledge: pledgeOf(ready), txid: ready.txid }))) {
      // what was let go before is kept: nobody knows that it was not sent
      if (order.state === 'ordered') await this.#drop(ready)
      return null
    }
    // before it is sent: from now on it may have been
    return this.#stand(this.#begun(ready))
  }

  #begun(own: KeptOrder): KeptOrder {
    const sending = { ...own, stage: 'sending' } as const
    this.#put(sending)
    return sending
  }

  /** Makes and signs a transaction and writes it down; a stand where it can't be paid, what is missing where the wallet holds too little. */
  async #prepare(order: ChainPayout): Promise<KeptOrder | Stand | { readonly short: number }> {
    const { feeBlocks, form, rpc } = this.#options
    const there = bitcoinAddressIn(form, order.address)
    if (there === null) return unsentStand(order, 'payee_invalid')
    const units = unitsOf(order)
    // what the node takes in no transaction, people decide
    if (units === 0) return unsentStand(order, '')
    const bare = await rpc('createrawtransaction', [[], [{ [there]: order.amount }]], z.string()).catch(
      refusedAs(({ code }) => code === codes.type || code === codes.notFound || code === codes.value),
    )
    if (bare === null) return unsentStand(order, '')
    const how = { lockUnspents: true, replaceable: false, conf_target: feeBlocks }
    let isShort = false
    const full = await rpc('fundrawtransaction', [bare, how], funded).catch(
      refusedAs(({ code, message }) => {
        isShort = (code === codes.wallet || code === codes.funds) && /insufficient/i.test(message)
        return isShort || (code === codes.wallet && barred.test(message))
      }),
    )
    if (full === null) return isShort ? { short: units } : unsentStand(order, '')
    const { vin, vout } = await rpc('decoderawtransaction', [full.hex], decoded)
    const inputs = vin.map((one) => ({ txid: one.txid, vout: one.vout }))
    try {
      if (!vout.some(({ value }) => Math.round(value * satoshis) === units)) {
        throw new Error('the node pays another amount')
      }
      const made = await this.#signed(order, full.hex, inputs)
      if (made !== null) return made
    } catch (error) {
      // nobody else would free them
      if (this.#found(order.payout) === undefined) await this.#lock(true, inputs)
      throw error
    }
    await this.#lock(true, inputs)
    return unsentStand(order, '')
  }

  // null where no node would ever pass it on
  async #signed(order: ChainPayout, bare: string, inputs: KeptOrder['inputs']): Promise<KeptOrder | null> {
    const { rpc } = this.#options
    const { hex, complete } = await rpc('signrawtransactionwithwallet', [bare], signed)
    if (!complete) throw new Error('the wallet can’t sign: is it locked?')
    const { txid } = await rpc('decoderawtransaction', [hex], decoded)
    const [found] = await rpc('testmempoolaccept', [[hex]], tested)
    const reason = found?.['reject-reason'] ?? ''
    if (found?.allowed !== true && barred.test(reason)) return null
    // such as a fee below what it takes now: another is made at the next round
    if (found?.allowed !== true) throw new Error(`the node does not take it: ${reason}`)
    const { address, amount, currency, payout } = order
    const made: KeptOrder = { payout, currency, address, amount, txid, hex, inputs, stage: 'signed', goneSince: null }
    this.#put(made)
    return made
  }

  /** How what was let go stands; sends it, again where the node has it no more. */
  async #stand(own: KeptOrder): Promise<Stand> {
    const found = await this.#node.known(own.txid)
    if (found !== null && found.confirmations > 0) return this.#minedStand(own, found)
    if (found !== null && found.confirmations < 0) {
      const isDeep = -found.confirmations >= this.#confirmations
      return isDeep ? lostStand(own, 'payout_gone') : sentStand(own, null)
    }
    const isThere = found !== null && (await this.#node.isInMempool(own.txid))
    const isSent = isThere || (await this.#node.send(own.hex))
    return isSent ? this.#minedStand(own, null) : this.#goneStand(own)
  }

  #minedStand(own: KeptOrder, found: Known | null): Stand {
    if (own.goneSince !== null) this.#put({ ...own, goneSince: null })
    return sentStand(own, found)
  }

  // lost once what used its inputs lies as deep as a payment has to
  async #goneStand(own: KeptOrder): Promise<Stand> {
    // mined since it was asked for
    const found = await this.#node.known(own.txid)
    if (found !== null && found.confirmations > 0) return this.#minedStand(own, found)
    // with a parent that waits itself the node does not take it, and will again
    if (!(await this.#node.isUsed(own.inputs))) return this.#minedStand(own, null)
    const head = await this.#options.rpc('getblockcount', [], z.int())
    const since = own.goneSince ?? head
    if (own.goneSince === null) this.#put({ ...own, goneSince: since })
    return head - since + 1 >= this.#confirmations ? lostStand(own, 'payout_gone') : sentStand(own, null)
  }

  /** How what was let go stands; what is in people's hands, or was let go by no server that knows of it, is not sent again. */
  async #standAsNamed(own: KeptOrder, { recalled, state }: ChainPayout): Promise<Stand> {
    const isBack = recalled && state === 'taken'
    if (state !== 'lost' && state !== 'ordered' && !isBack) return this.#stand(own)
    const found = await this.#node.known(own.txid)
    if (found !== null && found.confirmations > 0) return this.#minedStand(own, found)
    return (await this.#node.isInMempool(own.txid)) ? sentStand(own, null) : lostStand(own, 'payout_gone')
  }

  // of what went back to people: null unless it was mined all the same; its coins are free for others
  async #lookBack(order: ChainPayout, own: KeptOrder | undefined): Promise<Stand | null> {
    if (own !== undefined) await this.#drop(own)
    const { address, amount, payout } = order
    const txid = order.txid === '' ? (own?.txid ?? '') : order.txid
    const found = txid === '' ? null : await this.#node.known(txid)
    if (found === null || found.confirmations < 1) return null
    return sentStand({ payout, address, amount, txid }, found)
  }

  // without the file: what the node’s wallet knows of the transaction that the server was told of, if it is this payment at all
  async #standOfOthers(order: ChainPayout): Promise<Stand> {
    const found = order.txid === '' ? null : await this.#node.known(order.txid)
    const there = bitcoinAddressIn(this.#options.form, order.address)
    const isIt = found?.details.some(
      ({ address, amount, category }) =>
        category === 'send' && address === there && Math.round(-amount * satoshis) === unitsOf(order),
    )
    if (found === null || isIt !== true) return lostStand(order, 'payout_gone')
    const { address, amount, currency, payout, txid } = order
    const { vin: inputs } = await this.#options.rpc('decoderawtransaction', [found.hex], decoded)
    const own = { payout, currency, address, amount, txid, hex: found.hex, inputs, goneSince: null }
    return this.#standAsNamed({ ...own, stage: 'sending' }, order)
  }
}

// what no other payment can use: its first input
function pledgeOf({ inputs }: KeptOrder): string {
  const [first] = inputs
  if (first === undefined) throw new Error('a transaction has no input')
  return `${first.txid}:${String(first.vout)}`
}

// null for a refusal of a kind; whatever else failed is thrown on
function refusedAs(isKind: (refusal: RpcRefusal) => boolean): (error: unknown) => null {
  return (error) => {
    if (error instanceof RpcRefusal && isKind(error)) return null
    throw error
  }
}

function sentStand(
  { payout, txid, address, amount }: Pick<KeptOrder, 'payout' | 'txid' | 'address' | 'amount'>,
  found: Known | null,
): Stand {
  const confirmations = found?.confirmations ?? 0
  const height = found?.blockheight ?? null
  return {
    payout,
    state: 'sent',
    txid,
    address,
    amount,
    confirmations,
    height,
    block: found?.blockhash ?? '',
    reason: '',
  }
}

// of units below 2^53; 0 where it can't be paid on this chain
function unitsOf({ amount }: Pick<ChainPayout, 'amount'>): number {
  return Number(parseDecimal(amount, 8) ?? 0n)
}
