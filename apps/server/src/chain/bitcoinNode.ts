import * as z from 'zod/mini'
import { type Rpc, RpcRefusal } from './jsonRpc.ts'

/** A coin: an output of a transaction. */
export const coin = z.object({ txid: z.string(), vout: z.int() })
type Coin = z.infer<typeof coin>

const known = z.object({
  confirmations: z.int(),
  blockhash: z.optional(z.string()),
  blockheight: z.optional(z.int()),
  hex: z.string(),
  details: z.array(z.object({ category: z.string(), address: z.optional(z.string()), amount: z.number() })),
})
/** What a node's wallet knows of a transaction; below zero confirmations another has used its coins. */
export type Known = z.infer<typeof known>

const nothing = z.unknown()

/** The codes by which a node of Bitcoin's kind says what is the matter. */
export const codes = {
  type: -3,
  wallet: -4,
  notFound: -5,
  funds: -6,
  value: -8,
  verify: -25,
  rejected: -26,
  inChain: -27,
} as const

/** What a node of Bitcoin's kind is asked of transactions that its wallet has sent. */
export class BitcoinNode {
  readonly #rpc: Rpc

  constructor(rpc: Rpc) {
    this.#rpc = rpc
  }

  /** What the wallet knows of a transaction; null where it knows none. */
  async known(txid: string): Promise<Known | null> {
    return this.#rpc('gettransaction', [txid], known).catch((error: unknown) => {
      if (error instanceof RpcRefusal && error.code === codes.notFound) return null
      throw error
    })
  }

  async isInMempool(txid: string): Promise<boolean> {
    return this.#rpc('getmempoolentry', [txid], nothing).then(
      () => true,
      (error: unknown) => {
        if (error instanceof RpcRefusal && error.code === codes.notFound) return false
        throw error
      },
    )
  }

  /** Sends a transaction; false where the node says that one of its coins is not there. */
  async send(hex: string): Promise<boolean> {
    return this.#rpc('sendrawtransaction', [hex], nothing).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof RpcRefusal)) throw error
        if (error.code === codes.inChain) return true
        const isSpent = /missing|spent|conflict/i.test(error.message)
        if (isSpent && (error.code === codes.verify || error.code === codes.rejected)) return false
        throw error
      },
    )
  }

  /** Whether one of these coins, of this wallet, is used in the chain itself; one whose own transaction is in no block is not. */
  async isUsed(coins: readonly Coin[]): Promise<boolean> {
    for (const { txid, vout } of coins) {
      const parent = await this.known(txid)
      if (parent === null || parent.confirmations === 0) continue
      if (parent.confirmations < 0) return true
      if ((await this.#rpc('gettxout', [txid, vout, false], nothing)) === null) return true
    }
    return false
  }
}
