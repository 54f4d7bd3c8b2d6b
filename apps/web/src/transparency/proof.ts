import { sha256 as hash } from '@noble/hashes/sha2.js'
import { bytesOf, hexOf } from '@truemark/core/codec/hex'
import { formatDecimal } from '@truemark/core/money/decimal'
import {
  type InclusionFault,
  type Sha256,
  type SumNode,
  inclusionFault,
  leafOf,
  nodeOver,
} from '@truemark/core/proof/liabilities'
import { type SignedRotation, followKeys, keyOfProof } from '@truemark/protocol/evidence/keyChain'
import { parsedAs } from '@truemark/protocol/parsedAs'
import type { LiabilityEpoch, LiabilityLeaf, LiabilityTree } from '@truemark/protocol/routes/liabilities'
import * as z from 'zod/mini'

export const sha256: Sha256 = (bytes) => hash(bytes)

const headShape = z.object({
  epoch: z.int(),
  time: z.int(),
  asked: z.optional(z.boolean()),
  previous: z.string(),
  /** `time` is when the row was written: since version 3. */
  journal: z.object({ seq: z.int(), digest: z.string(), time: z.optional(z.int()) }),
  trees: z.array(
    z.object({ realm: z.string(), currency: z.string(), sum: z.string(), root: z.string(), depth: z.int() }),
  ),
})
export type Head = z.infer<typeof headShape>

/** What a signed head says; null where it can't be read. */
export function readHead(head: string): Head | null {
  return parsedAs(headShape, head)
}

/** Whether a head has the digest that it is told under, and says of each tree what is told of it. */
export function isHeadTrue({ head, digest, epoch, asked, trees }: LiabilityEpoch): boolean {
  const said = readHead(head)
  if (said === null || said.epoch !== epoch || said.trees.length !== trees.length) return false
  if ((said.asked ?? asked) !== asked) return false
  if (hexOf(sha256(new TextEncoder().encode(head))) !== digest) return false
  return trees.every((tree) =>
    said.trees.some(
      (one) =>
        one.realm === tree.realm &&
        one.currency === tree.currency &&
        one.root === tree.root &&
        one.sum === tree.sum &&
        one.depth === tree.depth,
    ),
  )
}

/** Whether a text bears the signature of a key (all but the text in hex); null where this browser knows no Ed25519. */
export async function isSignedBy(key: string, signature: string, text: string): Promise<boolean | null> {
  try {
    const imported = await crypto.subtle.importKey('raw', bytesOf(key), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, bytesOf(signature), new TextEncoder().encode(text))
  } catch {
    return null
  }
}

/**
 * Whether the signature of a head holds, under the key of its time; null where this browser knows no Ed25519 or gives no
 * cryptography here. `rotations` lead from the first key to `key`.
 */
export async function isSigned(
  { epoch, head, signature }: LiabilityEpoch,
  key: string,
  rotations: readonly SignedRotation[],
): Promise<boolean | null> {
  const chain = await followKeys('liabilities', key, rotations, { isSignedBy })
  return chain.holds === true ? isSignedBy(keyOfProof(chain.spans, epoch).key, signature, head) : chain.holds
}

export interface PathNode {
  readonly sum: string
  readonly hash: string
}

export interface OwnProof {
  readonly epoch: number
  readonly uid: string
  readonly leaf: LiabilityLeaf
  readonly tree: LiabilityTree
  readonly siblings: readonly PathNode[]
}

/** One step up the tree: what is owed below it so far, and its hash. */
export interface Step {
  readonly sum: string
  readonly hash: string
}

/**
 * Makes the leaf of one's own figures and walks up to the published root. `fault` is null where it arrives there; the
 * steps are what was reckoned on the way, the leaf first.
 */
export function walk({ epoch, uid, leaf, tree, siblings }: OwnProof): {
  readonly fault: InclusionFault | null
  readonly steps: readonly Step[]
} {
  const nodes = siblings.map(({ sum, hash: hex }): SumNode => ({ sum: BigInt(sum), hash: bytesOf(hex) }))
  const root = { sum: BigInt(tree.sum), hash: bytesOf(tree.root) }
  const owner = { uid, epoch, realm: tree.realm, currency: tree.currency, nonce: bytesOf(leaf.nonce) }
  const own = leafOf(sha256, owner, BigInt(leaf.units))
  const fault = inclusionFault(sha256, own, { root, depth: tree.depth, index: leaf.index, siblings: nodes })
  const steps: Step[] = []
  let node = own
  let place = leaf.index
  for (const sibling of [null, ...nodes]) {
    if (sibling !== null) {
      node = place % 2 === 0 ? nodeOver(sha256, node, sibling) : nodeOver(sha256, sibling, node)
      place = Math.floor(place / 2)
    }
    steps.push({ sum: formatDecimal(node.sum, tree.scale), hash: hexOf(node.hash) })
    if (fault === 'range' || fault === 'shape') break
  }
  return { fault, steps }
}
