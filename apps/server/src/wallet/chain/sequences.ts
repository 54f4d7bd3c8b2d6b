import { createHash } from 'node:crypto'
import { sequenceJumpMax } from '../../platform/chain/message.ts'
import type { ChainNetwork, WalletPorts } from '../ports.ts'
import { lastPayoutSequence } from '../payout/payouts.store.ts'
import { takeKey } from './keys.store.ts'
import { lastSequence } from './payments.store.ts'

const lastOf = { payments: lastSequence, payouts: lastPayoutSequence } as const

/**
 * How far the numbers of each network's messages have come. One that is far beyond the last would keep every later message
 * from saying anything: it is refused, and a new key begins them anew.
 */
export class Sequences {
  readonly #database: WalletPorts['database']
  readonly #last = new Map<string, number>()

  constructor({ database }: Pick<WalletPorts, 'database'>) {
    this.#database = database
  }

  /** Whether messages with these numbers are taken. */
  async take(
    kind: keyof typeof lastOf,
    network: string,
    messages: readonly { readonly sequence: number }[],
  ): Promise<boolean> {
    const place = `${kind} ${network}`
    const last = this.#last.get(place) ?? (await lastOf[kind](this.#database, network))
    const greatest = Math.max(...messages.map(({ sequence }) => sequence))
    const isNear = greatest <= last + sequenceJumpMax
    this.#last.set(place, isNear ? Math.max(last, greatest, this.#last.get(place) ?? 0) : last)
    return isNear
  }
}

/** Begins the numbers of a network’s messages anew where its key is another than it was. */
export function followKey(
  { database, now }: Pick<WalletPorts, 'database' | 'now'>,
  { key, network }: ChainNetwork,
): Promise<void> {
  const fingerprint = createHash('sha256').update('truemark chain key').update(key).digest('hex')
  return database.transaction((client) => takeKey(client, { network, fingerprint, now: now() }))
}
