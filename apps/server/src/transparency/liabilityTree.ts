import { createHash, createHmac } from 'node:crypto'
import { setImmediate as rest } from 'node:timers/promises'
import { type HolderId, holderName, type Realm } from '@truemark/core/ledger/holders'
import type { OwedAmount } from '@truemark/core/owed'
import { type Sha256, type SumNode, leafOf, nodeOver, padOf } from '@truemark/core/proof/liabilities'

export const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest()

/** The nodes hashed before others get their turn. */
const nodesATurn = 2_000

/** Which tree of which proof, and the secret of the proof that its nonces and padding are drawn from. */
export interface TreeSeed {
  readonly seed: Uint8Array
  readonly epoch: number
  readonly realm: Realm
  /** The currency's code. */
  readonly currency: string
}

/** A leaf's owner, and the nonce by which nobody else knows it. */
export interface OwnedLeaf {
  readonly holder: HolderId
  readonly nonce: Buffer
}

/** All nodes of a tree by level, the leaves first and padded to a power of two; and whose each leaf is. */
export interface LiabilityTree {
  readonly levels: readonly (readonly SumNode[])[]
  readonly leaves: readonly OwnedLeaf[]
  readonly root: SumNode
}

function drawn({ seed, realm, currency }: TreeSeed, of: string): Buffer {
  return createHmac('sha256', seed).update(`${of} ${realm} ${currency}`).digest()
}

/** The nonce of a holder's leaf: HMAC-SHA256 under the proof's seed. */
export function nonceOf(tree: TreeSeed, holder: HolderId): Buffer {
  return drawn(tree, `leaf ${holderName(holder)}`)
}

/**
 * Makes the tree over what is owed of a currency: the same of the same seed, amounts and public ids of the owners. Leaves stand in
 * the order of their nonces, which is nobody's.
 */
export async function makeTree(
  tree: TreeSeed,
  owed: readonly OwedAmount[],
  uidOf: (holder: HolderId) => string,
): Promise<LiabilityTree> {
  const owned = owed
    .map(({ holder, amount }) => ({ holder, amount, nonce: nonceOf(tree, holder) }))
    .toSorted((a, b) => a.nonce.compare(b.nonce))
  const { epoch, realm, currency } = tree
  const leaves: SumNode[] = []
  for (const [place, { holder, amount, nonce }] of owned.entries()) {
    leaves.push(leafOf(sha256, { uid: uidOf(holder), epoch, realm, currency, nonce }, amount))
    if (place % nodesATurn === nodesATurn - 1) await rest()
  }
  const levels = await levelsOf(tree, leaves)
  const root = levels.at(-1)?.[0]
  if (root === undefined) throw new Error('a tree without leaves')
  return { levels, root, leaves: owned.map(({ holder, nonce }) => ({ holder, nonce })) }
}

async function levelsOf(tree: TreeSeed, leaves: readonly SumNode[]): Promise<SumNode[][]> {
  let width = 1
  while (width < leaves.length) width *= 2
  let level = [...leaves]
  while (level.length < width) level.push(padOf(sha256, drawn(tree, `pad ${level.length}`)))
  const levels = [level]
  while (level.length > 1) {
    const above: SumNode[] = []
    for (let place = 0; place < level.length; place += 2) {
      const [left, right] = level.slice(place, place + 2)
      if (left === undefined || right === undefined) throw new Error('a level of an odd number of nodes')
      above.push(nodeOver(sha256, left, right))
      if (above.length % nodesATurn === 0) await rest()
    }
    levels.push(above)
    level = above
  }
  return levels
}

/** What a holder is called in a leaf whom nobody is known to own. */
export function ownerless(holder: HolderId): string {
  return `holder ${holderName(holder)}`
}
