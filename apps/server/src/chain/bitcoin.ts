import { type BitcoinForm, bitcoinAddressIn } from '@truemark/payee/bitcoinForm'
import * as z from 'zod/mini'
import { type ChainPaymentMessage, chainAddresses, sequenceAfter } from '../platform/chain/message.ts'
import type { Rpc } from './jsonRpc.ts'
import type { Paying } from './pay.ts'
import { type Kept, readKept, writeKept } from './kept.ts'
import type { Tell } from './serverClient.ts'
import { tellPayments } from './tellPayments.ts'
import type { Watch } from './watch.ts'

export interface BitcoinOptions {
  readonly rpc: Rpc
  readonly tell: Tell
  /** The file of what is kept between starts. */
  readonly file: string
  readonly currency: string
  readonly form: BitcoinForm
  /** So deep a payment is told of: a reorganisation goes no deeper. */
  readonly depth: number
  /** What pays what the server hands over; null where people do. */
  readonly paying: Paying | null
}

const nothing = z.unknown()
const info = z.object({ blocks: z.int() })
const walletInfo = z.object({ descriptors: z.optional(z.boolean()) })
const addressInfo = z.object({ ismine: z.boolean(), iswatchonly: z.optional(z.boolean()) })
const described = z.object({ descriptor: z.string() })
const imported = z.array(z.object({ success: z.boolean() }))
const block = z.object({ height: z.int() })
const entry = z.object({
  category: z.string(),
  address: z.optional(z.string()),
  amount: z.number(),
  vout: z.int(),
  txid: z.string(),
  confirmations: z.int(),
  blockhash: z.optional(z.string()),
  blockheight: z.optional(z.int()),
  abandoned: z.optional(z.boolean()),
})
type Entry = z.infer<typeof entry>
const listed = z.object({
  transactions: z.array(entry),
  removed: z.optional(z.array(entry)),
  lastblock: z.string(),
})

const satoshis = 100_000_000

/**
 * Tells of payments to the server's addresses as a node of Bitcoin's kind sees them. It begins at the block of its first
 * start: what came before was dealt with by voucher.
 */
export function watchBitcoin(options: BitcoinOptions): Watch {
  const watched = new Map<string, string>()
  const told = new Map<string, string>()
  let after = 0
  let taken = 0
  return {
    round: async () => {
      const before = await keptOf(options)
      const found = await watchNew(options, before, watched, after)
      // a server with another key counts anew
      const kept = after === 0 ? { ...before, sequence: sequenceAfter(before.sequence, found.sequence) } : before
      if (kept.sequence < before.sequence) writeKept(options.file, kept)
      after = found.next
      // a file that was brought back from a copy knows less than the server does
      taken = Math.max(taken, found.sequence)
      await tellChanges(options, { ...kept, sequence: Math.max(kept.sequence, taken) }, watched, told)
      const { blocks } = await options.rpc('getblockchaininfo', [], info)
      try {
        await options.paying?.round()
      } finally {
        // it lives, and sees the chain, also where a payout fails
        await options.tell('/alive', { height: blocks, short: [...(options.paying?.short() ?? [])] })
      }
    },
  }
}

async function keptOf({ file, rpc }: BitcoinOptions): Promise<Kept> {
  const kept = readKept(file)
  if (kept !== null) return kept
  const { blocks } = await rpc('getblockchaininfo', [], info)
  const cursor = await rpc('getblockhash', [blocks], z.string())
  const fresh = { first: blocks, cursor, sequence: 0 }
  writeKept(file, fresh)
  return fresh
}

/** Has the node watch the server's addresses after a number; gives the number of the last, and that of the last message taken. */
async function watchNew(
  { form, rpc, tell }: BitcoinOptions,
  kept: Kept,
  watched: Map<string, string>,
  after: number,
): Promise<{ readonly next: number; readonly sequence: number }> {
  const fresh: string[] = []
  const found: [string, string][] = []
  let next = after
  let sequence = 0
  for (let more = true; more;) {
    const page = z.parse(chainAddresses, await tell('/addresses', { after: next }))
    for (const { address } of page.addresses) {
      const there = bitcoinAddressIn(form, address)
      // an address of another kind, which this node can't be paid to
      if (there === null || watched.has(there)) continue
      found.push([there, address])
      const { ismine, iswatchonly } = await rpc('getaddressinfo', [there], addressInfo)
      if (!ismine && iswatchonly !== true) fresh.push(there)
    }
    next = page.next
    sequence = Math.max(sequence, page.sequence)
    more = page.more
  }
  if (fresh.length > 0) await watchThese(rpc, kept, fresh)
  // only once the node watches them, so that a failure begins anew
  for (const [there, address] of found) watched.set(there, address)
  return { next, sequence }
}

async function watchThese(rpc: Rpc, { cursor }: Kept, addresses: readonly string[]): Promise<void> {
  const { descriptors } = await rpc('getwalletinfo', [], walletInfo)
  for (const address of addresses) {
    if (descriptors !== true) {
      await rpc('importaddress', [address, '', false], nothing)
      continue
    }
    const { descriptor } = await rpc('getdescriptorinfo', [`addr(${address})`], described)
    const [done] = await rpc('importdescriptors', [[{ desc: descriptor, timestamp: 'now' }]], imported)
    if (done?.success !== true) throw new Error(`the node does not watch ${address}`)
  }
  // an address may have been given, and paid to, while this program did not run
  const { height } = await rpc('getblockheader', [cursor], block)
  await rpc('rescanblockchain', [height], nothing)
}

/** Units of 10⁻⁸, below 2⁵³, as a canonical decimal. */
export function amountText(units: number): string {
  const fraction = String(units % satoshis)
    .padStart(8, '0')
    .replace(/0+$/, '')
  const whole = String(Math.floor(units / satoshis))
  return fraction === '' ? whole : `${whole}.${fraction}`
}

function messageOf(
  { currency, depth }: BitcoinOptions,
  address: string,
  one: Entry,
): Omit<ChainPaymentMessage, 'sequence'> {
  const { txid, vout, confirmations, blockheight, blockhash, abandoned } = one
  const removed = confirmations < 0 || abandoned === true
  const isMined = !removed && confirmations > 0
  return {
    txid,
    output: vout,
    currency,
    address,
    memo: '',
    // of doubles below 2^53 units the nearest whole number is the amount that the node wrote
    amount: amountText(Math.round(one.amount * satoshis)),
    confirmations: removed ? 0 : Math.min(confirmations, depth),
    height: isMined ? (blockheight ?? null) : null,
    block: isMined ? (blockhash ?? '') : '',
    removed,
  }
}

// what the node has taken out of its chain and has nowhere any more
function goneOf(entries: readonly Entry[], transactions: readonly Entry[]): Entry[] {
  const there = new Set(transactions.map(({ txid }) => txid))
  return entries.flatMap((one) => (there.has(one.txid) ? [] : [{ ...one, confirmations: 0 }]))
}

async function tellChanges(
  options: BitcoinOptions,
  kept: Kept,
  watched: ReadonlyMap<string, string>,
  told: Map<string, string>,
): Promise<void> {
  const { depth, file, rpc, tell } = options
  const { transactions, removed, lastblock } = await rpc('listsinceblock', [kept.cursor, depth, true, true], listed)
  const changes = [...transactions, ...goneOf(removed ?? [], transactions)].flatMap((one) => {
    const address = watched.get(one.address ?? '')
    const isPaid = one.category === 'receive' || one.category === 'generate'
    if (address === undefined || !isPaid || (one.blockheight ?? kept.first + 1) <= kept.first) return []
    const message = messageOf(options, address, one)
    const text = JSON.stringify(message)
    const key = `${one.txid} ${one.vout}`
    return told.get(key) === text ? [] : [{ key, text, message }]
  })
  const sequence = kept.sequence + changes.length
  if (changes.length > 0) {
    // before they are sent: no other message ever has these numbers
    writeKept(file, { ...kept, sequence })
  }
  await tellPayments(tell, changes, kept.sequence, told)
  const isLater = lastblock !== '' && !/^0+$/.test(lastblock) && (await isAfter(rpc, lastblock, kept))
  if (isLater) writeKept(file, { ...kept, sequence, cursor: lastblock })
}

async function isAfter(rpc: Rpc, hash: string, { cursor, first }: Kept): Promise<boolean> {
  if (hash === cursor) return false
  const { height } = await rpc('getblockheader', [hash], block)
  return height > first
}
