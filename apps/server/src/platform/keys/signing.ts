import { type KeyObject, createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto'
import {
  type KeyChain,
  type PublicKeys,
  type RotationStatement,
  type SignedRotation,
  type Signer,
  keyOfReceipt,
  readRotation,
} from '@truemark/protocol/evidence/keyChain'
import type { KeyGeneration } from './keyFile.ts'

/** A key that signs, and its public half as 64 hex digits. */
export interface SigningKey {
  readonly key: KeyObject
  readonly publicHex: string
}

/** What signs receipts, and the 32 bytes that their nonces are drawn from. */
export interface ReceiptSigner {
  readonly key: KeyObject
  readonly nonces: Uint8Array
}

/** What each signer's key is drawn from its generation's secret for. Older versions signed under the first two. */
const labels: Readonly<Record<Signer, string>> = {
  evidence: 'evidence log',
  liabilities: 'proof of liabilities',
  receipts: 'receipts',
}

/** PKCS #8 of an Ed25519 key, up to its 32 bytes of seed. */
const keyHead = Buffer.from('302e020100300506032b657004220420', 'hex')

function keyFrom(secret: Uint8Array, signer: Signer): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', labels[signer], 32))
  const key = createPrivateKey({ key: Buffer.concat([keyHead, seed]), format: 'der', type: 'pkcs8' })
  const whole = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return { key, publicHex: whole.subarray(-32).toString('hex') }
}

/** The signing keys of all generations, with the statements that lead from each to the next. */
export class SigningKeys {
  /** The oldest first. */
  readonly generations: readonly KeyGeneration[]
  readonly rotations: readonly SignedRotation[]
  readonly #newest: Readonly<Record<Signer, SigningKey>>
  readonly #receipts = new Map<number, ReceiptSigner>()
  readonly #receiptSpans: KeyChain['spans']

  /** Throws where there is no generation, or not one statement fewer than generations. */
  constructor(generations: readonly KeyGeneration[], rotations: readonly SignedRotation[]) {
    const newest = generations.at(-1)
    if (newest === undefined || rotations.length !== generations.length - 1)
      throw new RangeError('each generation but the first takes over by a statement')
    this.generations = generations
    this.rotations = rotations
    this.#newest = keysFrom(newest.secret)
    // a key takes longer to draw than an order to match
    this.#receiptSpans = this.spans('receipts')
  }

  /** The key that signs now. */
  key(signer: Signer): SigningKey {
    return this.#newest[signer]
  }

  /** What signs the receipts of a row of the journal, and draws their nonces: of the generation that its number says. */
  receiptSigner(seq: number): ReceiptSigner {
    const { generation } = keyOfReceipt(this.#receiptSpans, seq)
    const known = this.#receipts.get(generation)
    if (known !== undefined) return known
    const secret = this.generations.find((one) => one.generation === generation)?.secret
    if (secret === undefined) throw new RangeError(`no key of generation ${generation}`)
    const nonces = Buffer.from(hkdfSync('sha256', secret, '', 'receipt nonces', 32))
    const signer = { key: keyFrom(secret, 'receipts').key, nonces }
    this.#receipts.set(generation, signer)
    return signer
  }

  /** What everyone may know of each generation. */
  told() {
    const later = this.rotations.map(({ statement }) => readRotation(statement)?.to)
    return this.generations.map(({ generation, made, origin, secret }) => ({
      generation,
      made,
      origin,
      keys: later[generation - 2] ?? publicOf(keysFrom(secret)),
    }))
  }

  /** The keys of a signer with the statements since which they sign. */
  spans(signer: Signer): KeyChain['spans'] {
    const [first] = this.generations
    if (first === undefined) throw new RangeError('no generation')
    const later = this.rotations.map(({ statement }) => {
      const since = readRotation(statement)
      if (since === null) throw new RangeError('a rotation that can’t be read')
      return { generation: since.generation, key: since.to[signer], since }
    })
    return [{ generation: 1, key: keyFrom(first.secret, signer).publicHex, since: null }, ...later]
  }
}

function keysFrom(secret: Uint8Array): Readonly<Record<Signer, SigningKey>> {
  return {
    evidence: keyFrom(secret, 'evidence'),
    liabilities: keyFrom(secret, 'liabilities'),
    receipts: keyFrom(secret, 'receipts'),
  }
}

function publicOf(keys: Readonly<Record<Signer, SigningKey>>): PublicKeys {
  return {
    evidence: keys.evidence.publicHex,
    liabilities: keys.liabilities.publicHex,
    receipts: keys.receipts.publicHex,
  }
}

/** Where journal and logs end as keys are rotated. */
export type RotationPoint = Pick<RotationStatement, 'journal' | 'evidence' | 'liabilities' | 'time'>

/** The keys with a generation more, of this secret, and the statement that the old keys and the new ones sign. */
export function rotated(keys: SigningKeys, next: KeyGeneration, point: RotationPoint): SigningKeys {
  const last = keys.generations.at(-1)
  if (last === undefined || next.generation !== last.generation + 1)
    throw new RangeError('a generation follows the last one')
  const [from, to] = [keysFrom(last.secret), keysFrom(next.secret)]
  const said: RotationStatement = {
    version: 1,
    statement: 'key rotation',
    generation: next.generation,
    time: point.time,
    from: publicOf(from),
    to: publicOf(to),
    journal: point.journal,
    evidence: point.evidence,
    liabilities: point.liabilities,
  }
  const statement = JSON.stringify(said)
  const signatures = { from: signedBy(from, statement), to: signedBy(to, statement) }
  return new SigningKeys([...keys.generations, next], [...keys.rotations, { statement, signatures }])
}

function signedBy(keys: Readonly<Record<Signer, SigningKey>>, text: string): Readonly<Record<Signer, string>> {
  const signature = (signer: Signer): string => sign(null, Buffer.from(text), keys[signer].key).toString('hex')
  return {
    evidence: signature('evidence'),
    liabilities: signature('liabilities'),
    receipts: signature('receipts'),
  }
}
