import * as z from 'zod/mini'
import { headOf } from './evmBlocks.ts'
import { type Rpc, RpcRefusal } from './jsonRpc.ts'

/** Prices of a unit of gas, in wei: what a block takes (or a transaction offers in all), and what is given beyond it. */
export interface Fees {
  readonly feeMax: bigint
  readonly tip: bigint
}

/** A transaction that stands in a block. */
export interface MinedEvm {
  /** Whether it did what it was to do, as far as the chain knows. */
  readonly isDone: boolean
  readonly confirmations: number
  readonly height: number
  readonly block: string
  /** Whether it says that a token was moved so: the amount is the last word of the call's data. */
  readonly hasTransfer: (contract: string, from: string, to: string, data: string) => boolean
}

const hex = z.string().check(z.regex(/^0x[0-9a-f]+$/i))
const word = z.string().check(z.regex(/^0x[0-9a-f]*$/i))
const priced = z.object({ baseFeePerGas: z.optional(hex) })
const receipt = z.nullable(
  z.object({
    status: hex,
    blockHash: z.string(),
    blockNumber: hex,
    logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
  }),
)
const transaction = z.nullable(
  z.object({ from: z.string(), to: z.nullable(z.string()), value: hex, input: z.string() }),
)

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const gwei = 1_000_000_000n
const wordOf = (address: string): string => address.toLowerCase().replace(/^0x/, '').padStart(64, '0')

/** What a transaction does; addresses and data in lower-case hex. */
export interface EvmCall {
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly data: string
}

/** What a program that pays asks of a node of Ethereum's kind. */
export class EvmNode {
  readonly #rpc: Rpc

  constructor(rpc: Rpc) {
    this.#rpc = rpc
  }

  /** The chain that it is of; asked each time, since another node may stand behind its address. */
  async chainId(): Promise<number> {
    return Number(await this.#rpc('eth_chainId', [], hex))
  }

  /** The number of the chain's last block. */
  async height(): Promise<number> {
    return (await headOf(this.#rpc)).number
  }

  /** A transaction that the node knows, mined or not; null where it knows none. */
  async transaction(hash: string): Promise<EvmCall | null> {
    const found = await this.#rpc('eth_getTransactionByHash', [hash], transaction)
    if (found === null) return null
    const { from, input, to, value } = found
    return { from: from.toLowerCase(), to: (to ?? '').toLowerCase(), value: BigInt(value), data: input.toLowerCase() }
  }

  /** How many transactions of an account are mined (`latest`), or known to the node. */
  async count(address: string, when: 'latest' | 'pending'): Promise<number> {
    return Number(await this.#rpc('eth_getTransactionCount', [address, when], hex))
  }

  async balance(address: string): Promise<bigint> {
    return BigInt(await this.#rpc('eth_getBalance', [address, 'latest'], hex))
  }

  /** What an account holds of a token, in its smallest units. */
  async tokens(contract: string, address: string): Promise<bigint> {
    const call = { to: contract, data: `0x70a08231${wordOf(address)}` }
    const held = await this.#rpc('eth_call', [call, 'latest'], word)
    return held === '0x' ? 0n : BigInt(held)
  }

  /**
   * How much gas a call takes; `reverts` where the contract refuses it, `endless` where it takes more than any block has or
   * fails by itself, null where the node refuses for another reason.
   */
  async gas({ data, from, to, value }: EvmCall): Promise<bigint | 'reverts' | 'endless' | null> {
    const call = { from, to, data, value: `0x${value.toString(16)}` }
    return this.#rpc('eth_estimateGas', [call], hex).then(BigInt, (error: unknown) => {
      if (!(error instanceof RpcRefusal)) throw error
      if (/revert/i.test(error.message)) return 'reverts'
      return /exceeds allowance|out ?of ?gas|opcode|jump|stack/i.test(error.message) ? 'endless' : null
    })
  }

  /** What a block takes for a unit of gas now, and what is given beyond it. */
  async fees(): Promise<Fees> {
    const { baseFeePerGas } = await this.#rpc('eth_getBlockByNumber', ['latest', false], priced)
    const tip = await this.#rpc('eth_maxPriorityFeePerGas', [], hex).then(BigInt, (error: unknown) => {
      if (error instanceof RpcRefusal) return gwei
      throw error
    })
    return { feeMax: BigInt(baseFeePerGas ?? '0x0'), tip: tip > 0n ? tip : 1n }
  }

  /** A transaction with the block that it stands in; null where it stands in none. */
  async mined(hash: string): Promise<MinedEvm | null> {
    const found = await this.#rpc('eth_getTransactionReceipt', [hash], receipt)
    if (found === null) return null
    const head = await headOf(this.#rpc)
    const height = Number(found.blockNumber)
    return {
      isDone: found.status === '0x1',
      confirmations: Math.max(0, head.number - height + 1),
      height,
      block: found.blockHash,
      hasTransfer: (contract, from, to, data) =>
        found.logs.some(
          (log) =>
            log.address.toLowerCase() === contract &&
            log.topics[0] === transferTopic &&
            log.topics[1] === `0x${wordOf(from)}` &&
            log.topics[2] === `0x${wordOf(to)}` &&
            log.data.slice(-64) === data.slice(-64),
        ),
    }
  }

  /** Gives a signed transaction to the node; one that it has, or that comes too late, is no failure. */
  async send(raw: string): Promise<void> {
    await this.#rpc('eth_sendRawTransaction', [raw], z.string()).catch((error: unknown) => {
      const isKnown =
        error instanceof RpcRefusal &&
        /already ?known|\bknown transaction|already imported|nonce too low|underpriced/i.test(error.message)
      if (!isKnown) throw error
    })
  }
}
