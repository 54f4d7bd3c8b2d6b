import { openBytes, sealBytes } from '../sealing.ts'
import type { KeyGeneration } from './keyFile.ts'

/** What lies sealed, each under a key of its own that is made from the installation's: secrets of authenticator apps, codes and links in messages, texts of people, pictures, the key of push messages, secrets of programs. */
export const sealedPurposes = [
  'totp',
  'operator totp',
  'operator totp next',
  'mail',
  'verification',
  'push key',
  'api key',
  'files',
] as const
export type SealedPurpose = (typeof sealedPurposes)[number]

const mark = Buffer.from('seal')

/** What begins each sealed value: four letters, and the generation of its key. */
export const sealedHeadLength = mark.length + 2

/**
 * The keys of what lies sealed. What is sealed names its generation; what was sealed before there were generations names
 * none, and is of the first.
 */
export class SealingKeys {
  /** The generation that seals now. */
  readonly newest: number
  /** How every value begins that the newest key has sealed. */
  readonly head: Buffer
  readonly #secret: Uint8Array
  readonly #secrets: ReadonlyMap<number, Uint8Array>

  /** @param generations the oldest first; a destroyed one has no secret, the newest has */
  constructor(generations: readonly KeyGeneration<Uint8Array | null>[]) {
    const last = generations.at(-1)
    if (last === undefined || last.secret === null) throw new RangeError('there is no key to seal with')
    this.newest = last.generation
    this.#secret = last.secret
    this.head = headOf(last.generation)
    this.#secrets = new Map(
      generations.flatMap(({ generation, secret }) => (secret === null ? [] : [[generation, secret]])),
    )
  }

  /** Encrypts what lies at rest. `owner` is sealed along, so that nothing can be passed off as another's. */
  seal(purpose: SealedPurpose, owner: string, bytes: Uint8Array | string): Buffer {
    return Buffer.concat([this.head, sealBytes(this.#secret, purpose, owner, bytes)])
  }

  /** Reads what was sealed for this purpose and owner, under whichever generation; throws where it was not. */
  open(purpose: SealedPurpose, owner: string, sealed: Buffer): Buffer {
    const named = this.#named(sealed)
    if (named !== undefined) {
      try {
        return openBytes(named, purpose, owner, sealed.subarray(sealedHeadLength))
      } catch (error) {
        // 1 in 2⁴⁸ of what names no generation begins like what does: then the first one opens it
        const first = this.#secrets.get(1)
        if (first === undefined) throw error
        return openBytes(first, purpose, owner, sealed)
      }
    }
    const first = this.#secrets.get(1)
    if (first === undefined) throw new RangeError('the key of the first generation was destroyed')
    return openBytes(first, purpose, owner, sealed)
  }

  /** As `open`, of a text. */
  openText(purpose: SealedPurpose, owner: string, sealed: Buffer): string {
    return this.open(purpose, owner, sealed).toString('utf8')
  }

  #named(sealed: Buffer): Uint8Array | undefined {
    const isNamed = sealed.length >= sealedHeadLength && sealed.subarray(0, mark.length).equals(mark)
    return isNamed ? this.#secrets.get(sealed.readUInt16BE(mark.length)) : undefined
  }
}

function headOf(generation: number): Buffer {
  const head = Buffer.alloc(sealedHeadLength)
  mark.copy(head)
  head.writeUInt16BE(generation, mark.length)
  return head
}
