import { hash, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { logNode } from '@truemark/core/proof/log'
import { type Receipt, receiptLeaf, receiptRowText } from '@truemark/protocol/evidence/receipt'
import type { Realm } from '@truemark/protocol/values'
import type { ReceiptSigner } from './keys/signing.ts'
import type { ReceiptLeaves, ReceiptRowKept } from './receipts.store.ts'

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
  readonly userId: number
  readonly hash: Uint8Array
}

interface SignedRow {
  readonly tree: Tree
  readonly row: string
  readonly signature: string
}

type RowPlace = Pick<CommandPlace, 'seq' | 'time' | 'row'>

/** The receipts of one row: all are noted in one turn, before the first is asked for. */
interface OpenRow {
  readonly at: RowPlace
  readonly leaves: Leaf[]
  signed: Promise<SignedRow> | null
}

/** A row of the journal in which a command stands that was answered before. */
export interface FoundRow extends RowPlace {
  /** The command's place in the row. */
  readonly place: number
  /** SHA-256 of each command of the row, in order. */
  readonly commands: readonly Uint8Array[]
  /** What the row's receipts were given for; null where it is not kept. */
  readonly leaves: ReceiptLeaves | null
}

export interface ReceiptGround {
  /** What signs the receipts of a row, by the row's number. */
  readonly signerOf: (seq: number) => ReceiptSigner
  /** The id by which a user knows their account. */
  readonly accountOf: (userId: number) => string
  /** Keeps what a row's receipts are given for, so that they can be given again. */
  readonly keep: (row: ReceiptRowKept) => void
}

const signAside = promisify<null, Buffer, ReceiptSigner['key'], Buffer>(sign)
const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')
const nonceBytes = 16
const accountsMax = 50_000

/**
 * Gives receipts for what callers asked of the engine: one signature for each row of the journal, beside the main thread,
 * over the root of all receipts of that row, and to each receipt the hashes that lead there. Whoever asks again is given
 * the same: row, leaves and key give the text, and the key its signature.
 */
export class Receipts {
  readonly #ground: ReceiptGround
  readonly #noted = new WeakMap<object, { readonly row: OpenRow; readonly index: number }>()
  readonly #again = new WeakMap<object, () => Promise<FoundRow | null>>()
  readonly #accounts = new Map<number, string>()
  #open: OpenRow | null = null

  constructor(ground: ReceiptGround) {
    this.#ground = ground
  }

  /** Notes where the command of a call stands; of two commands of one call the later is receipted. */
  note(asker: Asker, at: CommandPlace): void {
    if (this.#open === null || this.#open.at.seq !== at.seq || this.#open.signed !== null)
      this.#open = { at, leaves: [], signed: null }
    const row = this.#open
    this.#noted.set(asker, { row, index: row.leaves.length })
    row.leaves.push(this.#leaf(at.seq, { userId: asker.userId, realm: asker.realm, place: at.place }, at.command))
  }

  /** Notes that a call was answered before, and how the row is found that has its command; null: it is not found. */
  noteAgain(asker: Asker, find: () => Promise<FoundRow | null>): void {
    this.#again.set(asker, find)
  }

  /** Whether there may be one for a call. */
  has(asker: Asker): boolean {
    return this.#noted.has(asker) || this.#again.has(asker)
  }

  /** The receipt of a call; null where nothing was written for it. */
  async of(asker: Asker): Promise<Receipt | null> {
    const noted = this.#noted.get(asker)
    if (noted === undefined) return this.#given(asker)
    const { row, index } = noted
    row.signed ??= this.#first(row)
    return receiptFrom(await row.signed, row.leaves, index)
  }

  #first(row: OpenRow): Promise<SignedRow> {
    const { at, leaves } = row
    const kept = leaves.map(({ place, userId, realm }) => ({ place, userId, realm }))
    this.#ground.keep({ seq: at.seq, time: at.time, leaves: kept })
    return this.#sign(row)
  }

  async #given(asker: Asker): Promise<Receipt | null> {
    const found = (await this.#again.get(asker)?.()) ?? null
    if (found === null) return null
    const { place, commands, seq } = found
    const { userId, realm } = asker
    const own = { place, userId, realm }
    const isOwn = (one: ReceiptLeaves[number]): boolean => one.place === place && one.userId === userId
    // where it is not kept which they were, another tree over the same row says the same
    const told = found.leaves?.some(isOwn) === true ? found.leaves : [own]
    const leaves = told.map((one) => this.#leaf(seq, one, commands[one.place] ?? new Uint8Array(0)))
    return receiptFrom(await this.#sign({ at: found, leaves }), leaves, told.findIndex(isOwn))
  }

  #leaf(seq: number, { userId, realm, place }: ReceiptLeaves[number], command: Uint8Array): Leaf {
    const nonce = this.#nonceOf(seq, place)
    const account = this.#accountOf(userId)
    const told = hexOf(command)
    const hashed = receiptLeaf(sha256, { account, realm, place, command: told, nonce })
    return { account, realm, place, command: told, nonce, userId, hash: hashed }
  }

  #nonceOf(seq: number, place: number): string {
    const { nonces } = this.#ground.signerOf(seq)
    const told = `${seq} ${place}`
    const bytes = Buffer.allocUnsafe(nonces.length + told.length)
    bytes.set(nonces)
    bytes.write(told, nonces.length, 'latin1')
    return hash('sha256', bytes, 'hex').slice(0, 2 * nonceBytes)
  }

  /** The id of an account is sealed, which costs as much as a hash, and those who trade do so again. */
  #accountOf(userId: number): string {
    let account = this.#accounts.get(userId)
    if (account === undefined) {
      if (this.#accounts.size >= accountsMax) this.#accounts.clear()
      this.#accounts.set(userId, (account = this.#ground.accountOf(userId)))
    }
    return account
  }

  async #sign({ at, leaves }: Pick<OpenRow, 'at' | 'leaves'>): Promise<SignedRow> {
    const tree = treeOver(leaves)
    const { seq, time } = at
    const text = receiptRowText({ seq, time, digest: hexOf(at.row), size: leaves.length, root: tree.root })
    const { key } = this.#ground.signerOf(seq)
    return { tree, row: text, signature: hexOf(await signAside(null, Buffer.from(text), key)) }
  }
}

function receiptFrom({ tree, row, signature }: SignedRow, leaves: readonly Leaf[], index: number): Receipt | null {
  const leaf = leaves[index]
  if (leaf === undefined) return null
  const { account, realm, place, command, nonce } = leaf
  return { row, signature, account, realm, place, command, nonce, index, path: pathFrom(tree, index) }
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
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
