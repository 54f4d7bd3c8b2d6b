import { canonicalAddress } from '@truemark/payee/address'
import * as z from 'zod/mini'
import { type ChainPaymentMessage, chainAddresses, sequenceAfter } from '../platform/chain/message.ts'
import { type EvmBlock, type EvmCoin, blockAt, headOf, paidIn } from './evmBlocks.ts'
import { type EvmKept, type EvmSeen, readEvmKept, writeEvmKept } from './evmKept.ts'
import type { Paying } from './pay.ts'
import type { Rpc } from './jsonRpc.ts'
import type { Tell } from './serverClient.ts'
import { type PaymentNews, tellPayments } from './tellPayments.ts'
import type { Watch } from './watch.ts'

export interface EvmOptions {
  readonly rpc: Rpc
  readonly tell: Tell
  /** The file of what is kept between starts. */
  readonly file: string
  readonly coins: readonly EvmCoin[]
  /** So deep a payment is told of: a reorganisation goes no deeper. */
  readonly depth: number
  /** What pays what the server hands over; null where people do. */
  readonly paying: Paying | null
}

/** The most blocks read in one round: what a long stop has left is read in several. */
const blocksMax = 500

/**
 * Tells of payments to the server's addresses as a node of Ethereum's kind sees them: transfers of its own coin and of tokens.
 * It begins at the block of its first start.
 */
export function watchEvm(options: EvmOptions): Watch {
  const watched = new Set<string>()
  const told = new Map<string, string>()
  let after = 0
  let taken = 0
  return {
    round: async () => {
      const found = await watchNew(options, watched, after)
      const isFirst = after === 0
      after = found.next
      taken = Math.max(taken, found.sequence)
      const head = await headOf(options.rpc)
      const before = readEvmKept(options.file) ?? firstKept(head)
      // a server with another key counts anew
      const kept = isFirst ? { ...before, sequence: sequenceAfter(before.sequence, found.sequence) } : before
      const there = await onChain(options, kept)
      const read = await readOn(options, { ...there, sequence: Math.max(there.sequence, taken) }, head, watched)
      // before it is told: whatever is lost after this, its blocks are not read as new ones again
      writeEvmKept(options.file, read)
      await tellChanges(options, read, head, told)
      try {
        await options.paying?.round()
      } finally {
        // it lives, and sees the chain, also where a payout fails
        await options.tell('/alive', { height: head.number, short: [...(options.paying?.short() ?? [])] })
      }
    },
  }
}

function firstKept(head: EvmBlock): EvmKept {
  return { first: head.number, sequence: 0, blocks: [head], seen: [] }
}

/** Learns the server's addresses after a number; gives the number of the last, and that of the last message taken. */
async function watchNew({ tell }: EvmOptions, watched: Set<string>, after: number) {
  let next = after
  let sequence = 0
  for (let more = true; more;) {
    const page = z.parse(chainAddresses, await tell('/addresses', { after: next }))
    for (const { address } of page.addresses) {
      if (/^0x[0-9a-fA-F]{40}$/.test(address)) watched.add(address.toLowerCase())
    }
    next = page.next
    more = page.more
    sequence = Math.max(sequence, page.sequence)
  }
  return { next, sequence }
}

/** What is kept without the blocks that the chain has taken back: their payments stand in none. */
async function onChain({ rpc }: EvmOptions, kept: EvmKept): Promise<EvmKept> {
  const blocks = [...kept.blocks]
  for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
    const now = await blockAt(rpc, last.number)
    if (now?.hash === last.hash) break
    blocks.pop()
  }
  if (blocks.length === kept.blocks.length) return kept
  if (blocks.length === 0) throw new Error('the chain was taken back deeper than it is watched')
  const hashes = new Set(blocks.map(({ hash }) => hash))
  const seen = kept.seen.map((one) =>
    hashes.has(one.block) || isOld(one, blocks) ? one : { ...one, height: 0, block: '' },
  )
  return { ...kept, blocks, seen }
}

// below what is looked back at
function isOld({ height, block }: EvmSeen, blocks: readonly EvmBlock[]): boolean {
  return block !== '' && height < (blocks[0]?.number ?? 0)
}

/** Reads the blocks up to the head, and keeps what they pay to the watched. */
async function readOn(
  { coins, depth, rpc }: EvmOptions,
  kept: EvmKept,
  head: EvmBlock,
  watched: ReadonlySet<string>,
): Promise<EvmKept> {
  const blocks = [...kept.blocks]
  const seen = new Map(kept.seen.map((one) => [keyOf(one), one]))
  const from = (blocks.at(-1)?.number ?? head.number) + 1
  const until = Math.min(head.number, from + blocksMax - 1)
  for (let number = from; number <= until; number += 1) {
    const block = await blockAt(rpc, number)
    // taken back while it was read: the next round goes on from what is there
    if (block === null || block.parent !== blocks.at(-1)?.hash) break
    for (const one of await paidIn(rpc, block, { coins, watched })) seen.set(keyOf(one), one)
    blocks.push(block)
  }
  const lowest = (blocks.at(-1)?.number ?? 0) - depth
  const isTold = ({ block, height }: EvmSeen): boolean => block === '' || height >= lowest
  return { ...kept, blocks: blocks.slice(-depth), seen: [...seen.values()].filter(isTold) }
}

function keyOf({ txid, output }: EvmSeen): string {
  return `${txid} ${output}`
}

async function tellChanges(
  { depth, file, rpc, tell }: EvmOptions,
  kept: EvmKept,
  head: EvmBlock,
  told: Map<string, string>,
): Promise<void> {
  const changes: PaymentNews[] = []
  for (const one of kept.seen) {
    const message = await messageOf(rpc, one, head, depth)
    const text = JSON.stringify(message)
    const key = keyOf(one)
    if (told.get(key) !== text) changes.push({ key, text, message })
  }
  if (changes.length === 0) return
  // before they are sent: no other message ever has these numbers
  writeEvmKept(file, { ...kept, sequence: kept.sequence + changes.length })
  await tellPayments(tell, changes, kept.sequence, told)
}

const known = z.nullable(z.object({ hash: z.string() }))

// what stands in no block any more waits for another, or is gone where no node has it
async function messageOf(
  rpc: Rpc,
  { txid, output, currency, address, amount, height, block }: EvmSeen,
  head: EvmBlock,
  depth: number,
): Promise<Omit<ChainPaymentMessage, 'sequence'>> {
  const isMined = block !== ''
  const removed = !isMined && (await rpc('eth_getTransactionByHash', [txid], known)) === null
  return {
    txid,
    output,
    currency,
    address: canonicalAddress('ERC20', address),
    memo: '',
    amount,
    confirmations: isMined ? Math.min(head.number - height + 1, depth) : 0,
    height: isMined ? height : null,
    block,
    removed,
  }
}
