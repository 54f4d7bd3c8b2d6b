import { hash, randomUUID, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { logNode } from '@truemark/core/proof/log'
import { type Receipt, receiptLeaf, receiptRowText } from '@truemark/protocol/evidence/receipt'
import type { Realm } from '@truemark/protocol/values'
import type { SigningKey } from './keys/signing.ts'

/** Where a command stands in the journal; digests are 32 bytes. */
export interface CommandPlace {
  readonly seq: number
  /** Of the row, UTC ms. */
  readonly time: number
  readonly row: Uint8Array
  readonly place: number
  readonly command: Uint8Array
}

/** Whose command it was, as a receipt says it. */
export interface Asker {
  readonly userId: number
  readonly realm: Realm
}

interface Leaf extends Pick<Receipt, 'account' | 'realm' | 'place' | 'command' | 'nonce'> {
  readonly hash: Uint8Array
}

interface SignedRow {
  readonly tree: Tree
  readonly row: string
  readonly signature: string
}

/** The receipts of one row: all are noted in one turn, before the first is asked for. */
interface OpenRow {
  readonly at: CommandPlace
  readonly leaves: Leaf[]
  signed: Promise<SignedRow> | null
}

const signAside = promisify<null, Buffer, SigningKey['key'], Buffer>(sign)
const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')

/**
 * Gives receipts for what callers asked of the engine: one signature for each row of the journal, beside the main thread,
 * over the root of all receipts of that row, and to each receipt the hashes that lead there.
 */
export class Receipts {
  readonly #key: SigningKey['key']
  readonly #accountOf: (userId: number) => string
  readonly #noted = new WeakMap<object, { readonly row: OpenRow; readonly index: number }>()
  #open: OpenRow | null = null

  /** @param accountOf the id by which a user knows their account */
  constructor(key: SigningKey, accountOf: (userId: number) => string) {
    this.#key = key.key
    this.#accountOf = accountOf
  }

  /** Notes where the command of a call stands; of two commands of one call the later is receipted. */
  note(asker: Asker, place: CommandPlace): void {
    if (this.#open === null || this.#open.at.seq !== place.seq || this.#open.signed !== null)
      this.#open = { at: place, leaves: [], signed: null }
    const row = this.#open
    const leaf = {
      account: this.#accountOf(asker.userId),
      realm: asker.realm,
      place: place.place,
      command: hexOf(place.command),
      nonce: randomUUID().replaceAll('-', ''),
    }
    this.#noted.set(asker, { row, index: row.leaves.length })
    row.leaves.push({ ...leaf, hash: receiptLeaf(sha256, leaf) })
  }

  /** Whether there is one for a call. */
  has(asker: Asker): boolean {
    return this.#noted.has(asker)
  }

  /** The receipt of a call; null where nothing was written for it. */
  async of(asker: Asker): Promise<Receipt | null> {
    const noted = this.#noted.get(asker)
    if (noted === undefined) return null
    const { row, index } = noted
    const leaf = row.leaves[index]
    if (leaf === undefined) return null
    const { tree, row: text, signature } = await (row.signed ??= this.#sign(row))
    const { hash: _hash, ...told } = leaf
    return { row: text, signature, ...told, index, path: pathFrom(tree, index) }
  }

  async #sign({ at: place, leaves }: OpenRow): Promise<SignedRow> {
    const tree = treeOver(leaves)
    const { seq, time } = place
    const text = receiptRowText({ seq, time, digest: hexOf(place.row), size: leaves.length, root: tree.root })
    return { tree, row: text, signature: hexOf(await signAside(null, Buffer.from(text), this.#key)) }
  }
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

interface Tree {
  readonly root: string
  /** Hex digits, level by level; a last node without another beside it stands on the next level as it is (RFC 6962). */
  readonly levels: readonly (readonly string[])[]
}

function treeOver(leaves: readonly Leaf[]): Tree {
  let level: readonly Uint8Array[] = leaves.map((leaf) => leaf.hash)
  const levels: string[][] = []
  while (level.length > 1) {
    levels.push(level.map(hexOf))
    const above: Uint8Array[] = []
    for (let index = 0; index < level.length; index += 2) above.push(over(level[index], level[index + 1]))
    level = above
  }
  return { root: hexOf(over(level[0], undefined)), levels }
}

function over(left: Uint8Array | undefined, right: Uint8Array | undefined): Uint8Array {
  if (left === undefined) throw new RangeError('a tree without leaves')
  return right === undefined ? left : logNode(sha256, left, right)
}

/** The nodes beside the way from a leaf to the root, the lowest first. */
function pathFrom({ levels }: Tree, index: number): string[] {
  return levels.flatMap((level, height) => level[Math.floor(index / 2 ** height) ^ 1] ?? [])
}
