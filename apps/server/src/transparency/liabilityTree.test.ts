import { createHmac } from 'node:crypto'
import { leafOf, nodeOver, padOf } from '@truemark/core/proof/liabilities'
import { describe, expect, it } from 'vitest'
import { makeTree, nonceOf, ownerless, sha256, type TreeSeed } from './liabilityTree.ts'

const tree: TreeSeed = { seed: Buffer.alloc(32, 7), epoch: 3, realm: 'real', currency: 'USDT' }
const uidOf = (holder: number | symbol): string => `uid of ${String(holder)}`
const owed = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => ({ holder: 40 + at, realm: 'real', currency: 0, amount: 10n ** BigInt(at) }) as const,
  )
const drawn = (of: string) => createHmac('sha256', tree.seed).update(of).digest()

describe('the tree over what is owed', () => {
  it('has a leaf of each owner in the order of the nonces, and padding up to a power of two', async () => {
    const { levels, leaves, root } = await makeTree(tree, owed(5), uidOf)
    expect(levels.map((level) => level.length)).toEqual([8, 4, 2, 1])
    expect(leaves).toHaveLength(5)
    for (const [place, { holder, nonce }] of leaves.entries()) {
      expect(nonce).toEqual(drawn(`leaf ${String(holder)} real USDT`))
      expect(nonceOf(tree, holder)).toEqual(nonce)
      const before = leaves[place - 1]?.nonce
      if (before !== undefined) expect(before.compare(nonce)).toBe(-1)
      const amount = owed(5).find((one) => one.holder === holder)?.amount ?? -1n
      const { epoch, realm, currency } = tree
      const leaf = leafOf(sha256, { uid: uidOf(holder), epoch, realm, currency, nonce }, amount)
      expect(levels[0]?.[place]).toEqual(leaf)
    }
    for (const place of [5, 6, 7]) expect(levels[0]?.[place]).toEqual(padOf(sha256, drawn(`pad ${place} real USDT`)))
    expect(root.sum).toBe(11_111n)
    expect(levels[3]?.[0]).toBe(root)
  })

  it('has above two nodes the one that both make, with the sum of both', async () => {
    const { levels } = await makeTree(tree, owed(6), uidOf)
    for (const [depth, level] of levels.entries()) {
      for (const [place, node] of (levels[depth + 1] ?? []).entries()) {
        const [left, right] = level.slice(2 * place, 2 * place + 2)
        if (left === undefined || right === undefined) throw new Error('a node alone')
        expect(node).toEqual(nodeOver(sha256, left, right))
        expect(node.sum).toBe(left.sum + right.sum)
      }
    }
  })

  it('is a leaf alone where there is one, is as wide as its leaves where these are a power of two, and padding of nobody', async () => {
    const widths = async (count: number) =>
      (await makeTree(tree, owed(count), uidOf)).levels.map(({ length }) => length)
    expect([await widths(1), await widths(2), await widths(4)]).toEqual([[1], [2, 1], [4, 2, 1]])
    expect((await makeTree(tree, [], uidOf)).root).toEqual(padOf(sha256, drawn('pad 0 real USDT')))
  })

  it('is the same of the same seed, and another of any other', async () => {
    const rootOf = async (of: Partial<TreeSeed>) =>
      Buffer.from((await makeTree({ ...tree, ...of }, owed(3), uidOf)).root.hash).toString('hex')
    const others = [{ seed: Buffer.alloc(32, 8) }, { epoch: 4 }, { realm: 'demo' as const }, { currency: 'BTC' }]
    const roots = await Promise.all([{}, ...others].map(rootOf))
    expect(new Set(roots).size).toBe(5)
    expect(await rootOf({})).toBe(roots[0])
  })

  it('lets others have their turn after each 2 000 nodes', async () => {
    let turns = 0
    let next = setImmediate(function again() {
      turns += 1
      next = setImmediate(again)
    })
    const many = owed(1).flatMap((one) => Array.from({ length: 4_000 }, (_, at) => ({ ...one, holder: 40 + at })))
    const { root } = await makeTree(tree, many, uidOf)
    clearImmediate(next)
    expect(root.sum).toBe(4_000n)
    // twice among the leaves, and once among the 2 048 nodes above them
    expect(turns).toBe(3)
  })
})

it('who has no owner that is known is called by number', () => {
  expect(ownerless(40)).toBe('holder 40')
})
