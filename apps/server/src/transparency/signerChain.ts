import {
  type KeyChain,
  type SignedRotation,
  type Signer,
  followKeys,
  readRotation,
  signedRotations,
} from '@truemark/protocol/evidence/keyChain'
import { jsonOf } from '@truemark/protocol/jsonOf'
import * as z from 'zod/mini'
import { isSignedByKey } from '../platform/keys/signatures.ts'

/** What a reader of a saved file has of the keys beside it. */
export interface OwnKeys {
  /** The published key, 64 hex digits, where it was had elsewhere; null: that of the file. */
  readonly key: string | null
  /** The saved list of keys, where the file is older than a rotation; null: none. */
  readonly keysFile: string | null
}

const saved = z.object({ rotations: signedRotations })

/**
 * The keys of a signer by which a saved file is judged: those of its own statements, or of a saved list of keys that goes
 * on from them. Gives a sentence instead where they contradict each other, or do not lead to or from the reader's key.
 * @param file the key that the file names, and its statements
 */
export async function signerChain(
  signer: Signer,
  file: { readonly key: string; readonly rotations?: readonly SignedRotation[] | undefined },
  { key, keysFile }: OwnKeys,
): Promise<KeyChain | string> {
  const own = file.rotations ?? []
  const list = keysFile === null ? [] : (z.safeParse(saved, jsonOf(keysFile)).data?.rotations ?? null)
  if (list === null) return 'The other file is no list of keys.'
  const [shorter, rotations] = list.length > own.length ? [own, list] : [list, own]
  if (shorter.some(({ statement }, place) => statement !== rotations[place]?.statement))
    return 'The file and the list of keys tell of different rotations.'
  const last = rotations.at(-1)
  const newest = last === undefined ? file.key : (readRotation(last.statement)?.to[signer] ?? file.key)
  const isSignedBy = async (by: string, signature: string, text: string) => isSignedByKey(by, signature, text)
  const chain = await followKeys(signer, newest, rotations, { isSignedBy })
  if (chain.holds !== true) return 'The rotations do not lead from key to key.'
  const isLed = (one: string): boolean => chain.spans.some((span) => span.key === one)
  if (!isLed(file.key)) return 'No rotation leads to the key of the file.'
  return key === null || isLed(key.toLowerCase()) ? chain : `The file names the key ${file.key}, which is another one.`
}

/** Says under which key something was found signed, and what leads from there to the newest. */
export function keySentence({ spans }: KeyChain, key: string): string {
  const found = spans.find((span) => span.key === key)
  const later = spans.length - (found?.generation ?? spans.length)
  const led =
    later === 0
      ? ''
      : `; ${later === 1 ? 'a signed statement leads' : `${later} signed statements lead`} from it to ${spans.at(-1)?.key}`
  return `${key}${spans.length === 1 ? '' : ` (generation ${found?.generation}${led})`}`
}

/** Whether a saved text is a list of keys. */
export function isKeyList(text: string): boolean {
  return z.safeParse(z.object({ generations: z.array(z.unknown()) }), jsonOf(text)).success
}

/** The reader's key and list of keys among the arguments of a command: the key is told by its form. */
export function ownKeysOf(args: readonly string[], read: (path: string) => string | null): OwnKeys | null {
  const key = args.find((one) => /^[0-9a-f]{64}$/i.test(one)) ?? null
  const path = args.find((one) => one !== key)
  const keysFile = path === undefined ? null : read(path)
  return path !== undefined && keysFile === null ? null : { key, keysFile }
}
