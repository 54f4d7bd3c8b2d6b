import type { State } from '@truemark/core/state'
import { type KeyChain, keyOfProof } from '@truemark/protocol/evidence/keyChain'
import type { JournalRow } from '../engine/door.ts'
import {
  type LiabilityHead,
  beforeFirstHead,
  headFault,
  owedByTree,
  readLiabilityHead,
  sumsFault,
} from '../transparency/door.ts'
import { isSignedByKey } from '../platform/keys/signatures.ts'
import { files, liabilityHeadLine } from './layout.ts'
import type { Openings } from './openings.ts'
import { linesOf } from './read.ts'
import type { Witnessed } from './witnessed.ts'

/** The signed heads of what is owed: first their signatures and chain, then each beside the state at its row. */
export class ToldLiabilities {
  readonly #bySeq = new Map<number, LiabilityHead[]>()
  readonly #digests = new Map<number, string>()
  readonly #openings: Openings | null
  heads = 0

  /** @param openings what the trees are made anew from; null: their sums alone are reckoned */
  constructor(openings: Openings | null) {
    this.#openings = openings
  }

  /** The digest of a head by its number; null where there is none. */
  digestOf(epoch: number): string | null {
    return this.#digests.get(epoch) ?? null
  }

  /** Reads the heads of an export: what is wrong with them by themselves, or null. */
  async read(folder: string, spans: KeyChain['spans'], witnessed: Witnessed): Promise<string | null> {
    let previous = beforeFirstHead
    for await (const { value } of linesOf(folder, files.liabilityHeads, liabilityHeadLine)) {
      const where = `liability_epoch epoch=${value.epoch}`
      if (value.epoch !== this.heads + 1) return `liability_epoch epoch=${this.heads + 1}: it is missing`
      if (!isSignedByKey(keyOfProof(spans, value.epoch).key, value.signature, value.head))
        return `${where}, head or signature: it is not signed`
      const head = readLiabilityHead(value.head)
      if (head === null) return `${where}, head: it cannot be read`
      const fault = headFault({ ...value, digest: Buffer.from(value.digest, 'hex') }, head, previous)
      if (fault !== null) return `${where}, ${fault}`
      this.#bySeq.set(head.journal.seq, [...(this.#bySeq.get(head.journal.seq) ?? []), head])
      const since = spans.find(({ since: one }) => one?.liabilities.epoch === value.epoch)?.since
      if (value.digest !== (since?.liabilities.digest ?? value.digest))
        return `key_rotation: its proof ${value.epoch} of what is owed was another`
      const unlike = witnessed.proofFault(value)
      if (unlike !== null) return unlike
      previous = { digest: value.digest, version: head.version }
      this.#digests.set(value.epoch, value.digest)
      this.heads += 1
    }
    return null
  }

  /** What the heads of a row tell otherwise than the row, or the state after it; null where nothing. */
  async fault(
    { seq, time, digest }: Pick<JournalRow, 'seq' | 'time' | 'digest'>,
    state: State,
  ): Promise<string | null> {
    const heads = this.#bySeq.get(seq)
    if (heads === undefined) return null
    this.#bySeq.delete(seq)
    const owed = owedByTree(state)
    for (const head of heads) {
      const where = `liability_epoch epoch=${head.epoch}, head`
      const { journal } = head
      if (journal.digest !== Buffer.from(digest).toString('hex')) return `${where}: it names another row ${seq}`
      if (journal.time !== undefined && journal.time !== time) return `${where}: it names another time of row ${seq}`
      const fault = sumsFault(head, owed) ?? (await this.#openings?.rootsFault(head, owed)) ?? null
      if (fault !== null) return fault
    }
    return null
  }

  /** A head of a row that the journal does not have; null where there is none. */
  endFault(): string | null {
    const [seq] = this.#bySeq.keys()
    return seq === undefined
      ? null
      : `liability_epoch epoch=${this.#bySeq.get(seq)?.[0]?.epoch}: it names row ${seq}, which is missing`
  }
}
