import { formatDecimal } from '@truemark/core/money/decimal'
import type { ChainPayout } from '../platform/chain/message.ts'
import type { EvmCoin } from './evmBlocks.ts'
import { type EvmCall, EvmNode, type Fees } from './evmNode.ts'
import {
  type KeptOrder,
  type Version,
  costOf,
  evmCallOf,
  isCall,
  isPayee,
  keptOrder,
  lastOf,
  max,
  offerOf,
  pledgeOf,
  standOf,
  unitsIn,
} from './evmOrder.ts'
import { type EvmTransaction, evmAddress, signEvm } from './evmSign.ts'
import type { Rpc } from './jsonRpc.ts'
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

export interface EvmPayOptions {
  readonly rpc: Rpc
  readonly tell: Tell
  /** The file of what is kept between starts. */
  readonly file: string
  readonly coins: readonly EvmCoin[]
  /** The private key, 32 bytes. */
  readonly key: Uint8Array
  /** The chain that is paid on; a node of another is asked for nothing. */
  readonly chainId: number
  /** The most gas that one payout takes: of the chain's own coin, and of a token. */
  readonly gasMax: { readonly own: bigint; readonly token: bigint }
  /** The most that is paid for a unit of gas, in wei. */
  readonly feeMax: bigint
  /** After how long a transaction that is not mined is sent again with a higher fee, in ms. */
  readonly bumpMs: number
  readonly now: () => number
}

/** What a wallet holds too little of, in smallest units. */
interface Lack {
  readonly short: bigint
  readonly of: EvmCoin
}

/** How much more a transaction offers than the one that it takes the place of: nodes ask for a tenth. */
const bumpPercent = 125n
/** How much more gas is let than a node reckons: what it costs may change until it is mined. */
const gasPercent = 120n
/** What the plainest transaction takes. */
const leastGas = 21_000n

/** Pays orders with a key: each under a number of its account that no other has, written down before it is sent. */
export function payEvm(options: EvmPayOptions): Payer {
  const store = payoutStore(options.file, keptOrder)
  const paying = new EvmPaying(options, store.read(), (value) => store.write(value))
  return {
    pay: (handed) => paying.pay(handed),
    short: () => paying.short,
    sequence: () => paying.kept.sequence,
    keepSequence: (sequence) => paying.keep({ ...paying.kept, sequence }),
  }
}

class EvmPaying {
  readonly #options: EvmPayOptions
  readonly #node: EvmNode
  readonly #from: string
  readonly #write: (value: PayoutFile<KeptOrder>) => void
  readonly #overOf: ReturnType<typeof overOnes>
  #kept: PayoutFile<KeptOrder>
  #short: Short[] = []
  #confirmations = 1
  /** Payouts whose money went back: their numbers are free again, so that none after them waits. */
  #backs: ReadonlySet<number> = new Set()

  constructor(options: EvmPayOptions, kept: PayoutFile<KeptOrder>, write: (value: PayoutFile<KeptOrder>) => void) {
    this.#options = options
    this.#node = new EvmNode(options.rpc)
    this.#from = evmAddress(options.key)
    this.#overOf = overOnes(options.now)
    this.#kept = kept
    this.#write = write
  }

  get kept(): PayoutFile<KeptOrder> {
    return this.#kept
  }

  get short(): readonly Short[] {
    return this.#short
  }

  keep(value: PayoutFile<KeptOrder>): void {
    this.#write(value)
    this.#kept = value
  }

  async pay({ confirmations, orders }: Handed): Promise<Brought> {
    const { chainId, coins } = this.#options
    const there = await this.#node.chainId()
    if (there !== chainId) throw new Error(`the node is of chain ${String(there)}, not of ${String(chainId)}`)
    this.#confirmations = confirmations
    this.#backs = new Set(orders.filter(isOver).map(({ payout }) => payout))
    await this.#forgetOver(orders)
    const { lacks, ...brought } = await bringEach<Lack>(orders, async (order) => {
      const coin = coins.find(({ currency }) => currency === order.currency)
      return coin === undefined ? null : this.#bringOn(order, coin)
    })
    // the next round tries again
    await this.#fillGap(orders).catch(() => undefined)
    const sums = new Map<EvmCoin, bigint>()
    for (const { of, short } of lacks) sums.set(of, (sums.get(of) ?? 0n) + short)
    this.#short = [...sums].map(([{ currency, decimals }, units]) => {
      return { currency, amount: formatDecimal(units, decimals) }
    })
    return brought
  }

  // what was mined keeps its number used for good; any other is free for the next order
  async #forgetOver(orders: readonly ChainPayout[]): Promise<void> {
    const over = new Set(this.#overOf(this.#kept.orders, orders))
    if (over.size === 0) return
    const mined = await this.#node.count(this.#from, 'latest')
    const used = [...over].filter(({ from, nonce }) => from === this.#from && nonce < mined)
    const least = Math.max(this.#least(), ...used.map(({ nonce }) => nonce + 1))
    const numbers = { ...this.#kept.numbers, [this.#account()]: least }
    this.keep({ ...this.#kept, numbers, orders: this.#kept.orders.filter((one) => !over.has(one)) })
  }

  // one that is lost keeps its number from all after it: nothing is sent to oneself under it, and the lost one is over for good
  async #fillGap(orders: readonly ChainPayout[]): Promise<void> {
    const gap = await this.#node.count(this.#from, 'pending')
    const lost = new Set(orders.filter(({ state }) => state === 'lost').map(({ payout }) => payout))
    const own = this.#runningOnes().filter(({ payout }) => !lost.has(payout))
    const isAhead = own.some(({ nonce, stage }) => stage === 'sending' && nonce > gap)
    if (!isAhead || own.some(({ nonce }) => nonce === gap)) return
    const offered = offerOf(await this.#node.fees(), this.#options.feeMax)
    if (offered === null) return
    const { chainId, key } = this.#options
    const bare = { ...offered, chainId, nonce: gap, gas: leastGas, to: this.#from, value: 0n, data: '0x' }
    await this.#node.send(signEvm(bare, key).raw)
  }

  #account(): string {
    return `${String(this.#options.chainId)}:${this.#from}`
  }

  #least(): number {
    return this.#kept.numbers[this.#account()] ?? 0
  }

  #put(order: KeptOrder): void {
    const others = this.#kept.orders.filter(({ payout }) => payout !== order.payout)
    this.keep({ ...this.#kept, orders: [...others, order] })
  }

  // its number is free again: nothing was sent under it
  #drop({ payout: dropped }: KeptOrder): void {
    this.keep({ ...this.#kept, orders: this.#kept.orders.filter(({ payout }) => payout !== dropped) })
  }

  async #bringOn(order: ChainPayout, coin: EvmCoin): Promise<Stand | Lack | null> {
    const own = this.#kept.orders.find(({ payout }) => payout === order.payout)
    if (isOver(order)) return this.#lookBack(order, own)
    if (own === undefined) return this.#begin(order, coin)
    if (own.chain !== this.#options.chainId) throw new Error(`it was signed for chain ${String(own.chain)}`)
    const isIt = isSame(own, order) && own.contract === coin.contract
    // another under its number: this one may be sent already, so people look
    if (!isIt && own.stage === 'sending') return lostStand(order, 'payout_gone')
    if (own.stage === 'sending') return this.#standAsNamed(own, order)
    const isOwn = isIt && own.from === this.#from
    if (isOwn && order.state === 'ordered' && !order.recalled) return this.#ask(own, order)
    const isKnown = await this.#isKnown(own)
    if (isOwn && pledgeOf(own) === order.pledge) {
      // let go before: an old copy of the file does not know whether it was sent
      if (isKnown) return this.#standAsNamed(this.#begun(own), order)
      if (order.recalled) return lostStand(order, 'payout_gone')
      return order.state === 'taken' ? this.#ask(own, order) : this.#standAsNamed(this.#begun(own), order)
    }
    if (isKnown) return lostStand(order, 'payout_gone')
    this.#drop(own)
    return this.#begin(order, coin)
  }

  /** Signs and sends what was not let go yet; says what the chain has of what this program does not know. */
  async #begin(order: ChainPayout, coin: EvmCoin): Promise<Stand | Lack | null> {
    if (order.state !== 'ordered') return this.#standOfOthers(order, coin)
    if (order.recalled) return unsentStand(order, '')
    const ready = await this.#prepare(order, coin)
    return ready === null || 'short' in ready || 'state' in ready ? ready : this.#ask(ready, order)
  }

  async #ask(ready: KeptOrder, order: ChainPayout): Promise<Stand | null> {
    const txid = lastOf(ready).hash.slice(2)
    if (!(await isLetGo(this.#options.tell, ready, { pledge: pledgeOf(ready), txid }))) {
      // what was let go before is kept: nobody knows that it was not sent
      if (order.state === 'ordered') this.#drop(ready)
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

  async #isKnown({ versions }: KeptOrder): Promise<boolean> {
    for (const { hash } of versions) if ((await this.#node.transaction(hash)) !== null) return true
    return false
  }

  /** Signs and writes down; a stand where it can't be paid, what is missing where the wallet holds too little, null for later. */
  async #prepare(order: ChainPayout, coin: EvmCoin): Promise<KeptOrder | Stand | Lack | null> {
    if (!isPayee(order.address)) return unsentStand(order, 'payee_invalid')
    const call = evmCallOf(this.#from, order, coin)
    // of what the chain can't count so finely, people decide
    if (call === null) return unsentStand(order, '')
    const isOwn = coin.contract === ''
    const { mined, next } = await this.#numbers()
    const underWay = this.#runningOnes().filter(({ nonce, stage }) => stage === 'sending' && nonce >= mined)
    const units = unitsIn(call, isOwn)
    if (!isOwn) {
      const sent = underWay.filter(({ contract }) => contract === coin.contract)
      const lent = sent.reduce((sum, one) => sum + unitsIn(one, false), 0n)
      const held = await this.#node.tokens(coin.contract, this.#from)
      if (held - lent < units) return { short: units - (held - lent), of: coin }
    }
    // what a transaction costs is paid in the chain's own coin
    const own = this.#options.coins.find(({ contract }) => contract === '') ?? coin
    const left = (await this.#node.balance(this.#from)) - underWay.reduce((sum, one) => sum + costOf(one), 0n)
    if (left < call.value) return { short: call.value - left, of: own }
    const needed = await this.#node.gas(call)
    // a contract that takes no coins never will; what a token refuses, people look at
    if (needed === 'reverts') return isOwn ? unsentStand(order, 'payee_invalid') : null
    const gas = needed === 'endless' ? null : ((needed ?? leastGas) * gasPercent) / 100n
    // a payee's contract may burn whatever it is let: so much is not paid for it
    if (gas === null || gas > this.#options.gasMax[isOwn ? 'own' : 'token']) return unsentStand(order, '')
    const offered = offerOf(await this.#node.fees(), this.#options.feeMax)
    if (offered === null) return null
    const cost = call.value + gas * offered.feeMax
    if (left < cost) return { short: cost - left, of: own }
    if (needed === null) throw new Error('the node does not reckon what a payment costs')
    return this.#signed(order, { call, contract: coin.contract, nonce: next, gas }, offered)
  }

  async #signed(
    { address, amount, currency, payout }: ChainPayout,
    of: { readonly call: EvmCall; readonly contract: string; readonly nonce: number; readonly gas: bigint },
    offered: Fees,
  ): Promise<KeptOrder> {
    const { call, contract, gas, nonce } = of
    const place = { contract, chain: this.#options.chainId, from: this.#from, nonce, gas }
    const what = { payout, currency, address, amount, to: call.to, value: call.value, data: call.data }
    const bare: KeptOrder = { ...what, ...place, versions: [], stage: 'signed', goneSince: null }
    const made = { ...bare, versions: [this.#sign(bare, offered)] }
    this.#put(made)
    return made
  }

  #runningOnes(): KeptOrder[] {
    return this.#kept.orders.filter(({ from, payout }) => from === this.#from && !this.#backs.has(payout))
  }

  // how many of its account are mined, and the first number that nothing was signed under: a gap would stop all after it
  async #numbers(): Promise<{ readonly mined: number; readonly next: number }> {
    const mined = await this.#node.count(this.#from, 'latest')
    const seen = await this.#node.count(this.#from, 'pending')
    const used = new Set(this.#runningOnes().map(({ nonce }) => nonce))
    let next = Math.max(mined, seen, this.#least())
    while (used.has(next)) next += 1
    return { mined, next }
  }

  #sign(order: Omit<KeptOrder, 'versions'>, { feeMax, tip }: Fees): Version {
    const { chain: chainId, data, gas, nonce, to, value } = order
    const transaction: EvmTransaction = { chainId, nonce, tip, feeMax, gas, to, value, data }
    return { ...signEvm(transaction, this.#options.key), tip, feeMax, time: this.#options.now() }
  }

  /** How what was let go stands; what is in people's hands, or was let go by no server that knows of it, is not sent again. */
  async #standAsNamed(own: KeptOrder, { recalled, state }: ChainPayout): Promise<Stand> {
    const isBack = recalled && state === 'taken'
    if (state !== 'lost' && state !== 'ordered' && !isBack) return this.#stand(own)
    const txid = lastOf(own).hash.slice(2)
    const known = (await this.#isKnown(own))
      ? standOf(own, lastOf(own).hash)
      : lostStand({ ...own, txid }, 'payout_gone')
    return (await this.#minedStand(own)) ?? known
  }

  /** How what was let go stands; sends it again where it is not mined, and with a higher fee where that lasts. */
  async #stand(own: KeptOrder): Promise<Stand> {
    const stand = await this.#minedStand(own)
    if (stand !== null) return stand
    if ((await this.#node.count(own.from, 'latest')) > own.nonce) {
      // by itself, mined since it was asked for, or by what this program did not sign
      return (await this.#minedStand(own)) ?? this.#goneStand(own)
    }
    if (own.goneSince !== null) this.#put({ ...own, goneSince: null })
    const last = lastOf(own)
    const isStuck = this.#options.now() - last.time >= this.#options.bumpMs
    const sent = isStuck && own.from === this.#from ? await this.#bump({ ...own, goneSince: null }) : own
    await this.#node.send(lastOf(sent).raw)
    return standOf(sent, lastOf(sent).hash)
  }

  async #minedStand(own: KeptOrder): Promise<Stand | null> {
    for (const { hash } of own.versions.toReversed()) {
      const mined = await this.#node.mined(hash)
      if (mined === null) continue
      const { confirmations, block, height } = mined
      const isPaid =
        mined.isDone && (own.contract === '' || mined.hasTransfer(own.contract, own.from, own.address, own.data))
      const stand = standOf(own, hash)
      // another block may have it done after all
      if (!isPaid && confirmations < this.#confirmations) return stand
      if (!isPaid)
        return { ...lostStand({ ...own, txid: stand.txid }, 'payout_reverted'), confirmations, height, block }
      return { ...stand, confirmations, height, block }
    }
    return null
  }

  // lost once what took its number lies as deep as a payment has to, and no node of this address knows it
  async #goneStand(own: KeptOrder): Promise<Stand> {
    const { hash } = lastOf(own)
    if (await this.#isKnown(own)) return standOf(own, hash)
    const head = await this.#node.height()
    const since = own.goneSince ?? head
    if (own.goneSince === null) this.#put({ ...own, goneSince: since })
    const isDeep = head - since + 1 >= this.#confirmations
    return isDeep ? lostStand({ ...own, txid: hash.slice(2) }, 'payout_gone') : standOf(own, hash)
  }

  // of what went back to people: null unless it was mined all the same
  async #lookBack({ address, amount, payout, txid }: ChainPayout, own: KeptOrder | undefined): Promise<Stand | null> {
    if (own?.stage === 'signed') this.#drop(own)
    if (own !== undefined) return this.#minedStand(own)
    const mined = txid === '' ? null : await this.#node.mined(`0x${txid}`)
    if (mined === null || !mined.isDone) return null
    const { confirmations, block, height } = mined
    return { payout, state: 'sent', txid, address, amount, confirmations, height, block, reason: '' }
  }

  /** The same payment under the same number, with a higher fee: written down before it is sent; as it was where it can't be higher. */
  async #bump(own: KeptOrder): Promise<KeptOrder> {
    const before = lastOf(own)
    const now = offerOf(await this.#node.fees(), this.#options.feeMax)
    const more = (value: bigint): bigint => (value * bumpPercent) / 100n + 1n
    const tip = max(more(before.tip), now?.tip ?? 0n)
    const feeMax = max(more(before.feeMax), now?.feeMax ?? 0n)
    if (feeMax > this.#options.feeMax) return own
    const bumped = { ...own, versions: [...own.versions, this.#sign(own, { tip, feeMax })] }
    this.#put(bumped)
    return bumped
  }

  // without the file: what the chain has of the transaction that the server was told of, if it is this payment at all
  async #standOfOthers(order: ChainPayout, coin: EvmCoin): Promise<Stand> {
    const hash = `0x${order.txid}`
    const call = evmCallOf(this.#from, order, coin)
    const found = order.txid === '' ? null : await this.#node.transaction(hash)
    if (call === null || !isCall(found, call)) return lostStand(order, 'payout_gone')
    const stand: Stand = { ...lostStand(order, ''), state: 'sent' }
    const mined = await this.#node.mined(hash)
    if (mined === null) return stand
    const { confirmations, block, height } = mined
    const isPaid =
      mined.isDone && (coin.contract === '' || mined.hasTransfer(coin.contract, call.from, order.address, call.data))
    if (!isPaid && confirmations < this.#confirmations) return stand
    return isPaid ? { ...stand, confirmations, height, block } : lostStand(order, 'payout_reverted')
  }
}
