import { formatDecimal } from '@truemark/core/money/decimal'
import * as z from 'zod/mini'
import type { EvmSeen } from './evmKept.ts'
import type { Rpc } from './jsonRpc.ts'

/** A coin of a chain: its own, or a token by its contract. */
export interface EvmCoin {
  /** The code of its currency, as the desk has it. */
  readonly currency: string
  /** The contract in lower case; empty for the chain's own coin. */
  readonly contract: string
  /** In how many decimals the chain counts it. */
  readonly decimals: number
}

/** A block of a chain, by its place. */
export interface EvmBlock {
  readonly number: number
  readonly hash: string
  readonly parent: string
}

const hex = z.string().check(z.regex(/^0x[0-9a-f]+$/))
const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
const header = z.object({ number: hex, hash, parentHash: hash })
const transaction = z.object({ hash, to: z.nullish(z.string()), value: hex })
const whole = z.object({ transactions: z.array(transaction) })
const log = z.object({
  address: z.string(),
  topics: z.array(z.string()),
  data: z.string(),
  logIndex: hex,
  transactionHash: hash,
})
const receipt = z.nullable(z.object({ status: hex, blockHash: hash, logs: z.array(log) }))

/** Of `Transfer(address,address,uint256)`, which every token of ERC-20 says. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

function blockOf({ number, hash: own, parentHash }: z.infer<typeof header>): EvmBlock {
  return { number: Number(number), hash: own, parent: parentHash }
}

/** The chain's last block. */
export async function headOf(rpc: Rpc): Promise<EvmBlock> {
  return blockOf(await rpc('eth_getBlockByNumber', ['latest', false], header))
}

/** The block at a height; null where the chain does not reach so far. */
export async function blockAt(rpc: Rpc, number: number): Promise<EvmBlock | null> {
  const found = await rpc('eth_getBlockByNumber', [`0x${number.toString(16)}`, false], z.nullable(header))
  return found === null ? null : blockOf(found)
}

interface Wanted {
  readonly coins: readonly EvmCoin[]
  /** Addresses in lower case. */
  readonly watched: ReadonlySet<string>
}

/** What a block pays to watched addresses, in coins that are known. */
export async function paidIn(rpc: Rpc, block: EvmBlock, wanted: Wanted): Promise<EvmSeen[]> {
  return [...(await coinsIn(rpc, block, wanted)), ...(await tokensIn(rpc, block, wanted))]
}

// the chain's own coin, sent by a transaction itself: what a contract sends on is not seen
async function coinsIn(rpc: Rpc, block: EvmBlock, { coins, watched }: Wanted): Promise<EvmSeen[]> {
  const coin = coins.find(({ contract }) => contract === '')
  if (coin === undefined) return []
  const { transactions } = await rpc('eth_getBlockByHash', [block.hash, true], whole)
  const found: EvmSeen[] = []
  for (const { hash: txid, to, value } of transactions) {
    const address = (to ?? '').toLowerCase()
    if (!watched.has(address) || BigInt(value) === 0n) continue
    const done = await rpc('eth_getTransactionReceipt', [txid], receipt)
    if (done?.status === '0x1' && done.blockHash === block.hash) {
      found.push(seenOf(block, coin, { txid, output: 0, address, units: BigInt(value) }))
    }
  }
  return found
}

async function tokensIn(rpc: Rpc, block: EvmBlock, { coins, watched }: Wanted): Promise<EvmSeen[]> {
  const contracts = coins.flatMap(({ contract }) => (contract === '' ? [] : [contract]))
  if (contracts.length === 0) return []
  const asked = { blockHash: block.hash, address: contracts, topics: [transferTopic] }
  const logs = await rpc('eth_getLogs', [asked], z.array(log))
  const found: EvmSeen[] = []
  for (const one of logs) {
    const coin = coins.find(({ contract }) => contract === one.address.toLowerCase())
    const address = `0x${(one.topics[2] ?? '').slice(-40).toLowerCase()}`
    if (coin === undefined || one.topics.length !== 3 || !watched.has(address)) continue
    const units = BigInt(one.data === '0x' ? '0x0' : one.data)
    const output = await placeOf(rpc, block, one)
    if (units > 0n && output !== null) {
      found.push(seenOf(block, coin, { txid: one.transactionHash, output, address, units }))
    }
  }
  return found
}

// within its transaction and not its block: in another block it has the same place
async function placeOf(rpc: Rpc, block: EvmBlock, one: z.infer<typeof log>): Promise<number | null> {
  const done = await rpc('eth_getTransactionReceipt', [one.transactionHash], receipt)
  const place = done?.blockHash === block.hash ? done.logs.findIndex(({ logIndex }) => logIndex === one.logIndex) : -1
  // 0 is the coin that the transaction itself sends
  return place < 0 ? null : place + 1
}

function seenOf(
  { number, hash: block }: EvmBlock,
  { currency, decimals }: EvmCoin,
  {
    units,
    ...paid
  }: { readonly txid: string; readonly output: number; readonly address: string; readonly units: bigint },
): EvmSeen {
  return { ...paid, currency, amount: formatDecimal(units, decimals), height: number, block }
}
