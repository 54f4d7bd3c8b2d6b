import { createHash } from 'node:crypto'
import { bytesOf, hexOf } from '@truemark/core/codec/hex'
import { formatDecimal } from '@truemark/core/money/decimal'
import { type Sha256, inclusionFault, leafOf } from '@truemark/core/proof/liabilities'
import { parsedAs } from '@truemark/protocol/parsedAs'
import { realm } from '@truemark/protocol/values'
import { keyOfProof, signedRotations } from '@truemark/protocol/evidence/keyChain'
import * as z from 'zod/mini'
import { isSignedByKey } from '../platform/keys/signatures.ts'
import { type OwnKeys, keySentence, signerChain } from './signerChain.ts'

const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest()

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const units = z.string().check(z.regex(/^\d{1,39}$/))
const tree = z.object({ realm, currency: z.string(), scale: z.int(), sum: units, root: hash, depth: z.int() })
const leaf = z.object({
  epoch: z.int(),
  uid: z.string(),
  leaf: z.object({ currency: z.string(), index: z.int(), units, nonce: hash }),
  tree,
  siblings: z.array(z.object({ sum: units, hash })).check(z.maxLength(40)),
})
/** What the page of what is owed saves for its reader. */
const savedProof = z.object({
  key: z.optional(hash),
  rotations: z.optional(signedRotations),
  head: z.string(),
  digest: hash,
  signature: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
  leaves: z.array(leaf).check(z.minLength(1)),
})
type SavedProof = z.infer<typeof savedProof>

const signedHead = z.object({
  epoch: z.int(),
  time: z.int(),
  previous: hash,
  journal: z.object({ seq: z.int(), digest: hash }),
  trees: z.array(tree),
})

/**
 * Checks a saved proof of one's own balances without any server: that the head has its digest and is signed under the
 * key, that the trees of the leaves are those of the head, and that each leaf, made anew of number, amount and nonce,
 * leads to its root. Says a sentence for each check, and stops at the first that fails.
 * @param own what its reader has of the keys beside it
 * @param later a head that was saved later, whose file may be given to see that it follows; null: none
 * @returns the exit code: 0 where all holds, 1 where something does not
 */
export async function checkLiabilities(
  text: string,
  own: OwnKeys,
  later: string | null,
  say: (sentence: string) => void,
): Promise<number> {
  const proof = parsedAs(savedProof, text)
  const head = proof === null ? null : parsedAs(signedHead, proof.head)
  if (proof === null || head === null) {
    say('Fails: This is no saved proof of what is owed.')
    return 1
  }
  const named = proof.key ?? own.key?.toLowerCase()
  if (named === undefined) {
    say('Fails: The file names no key; name the published one.')
    return 1
  }
  const chain = await signerChain('liabilities', { key: named, rotations: proof.rotations }, own)
  if (typeof chain === 'string') {
    say(`Fails: ${chain}`)
    return 1
  }
  const { key: signer } = keyOfProof(chain.spans, head.epoch)
  const checks = [...headChecks(proof, signer), ...proof.leaves.map((leaf) => leafCheck(leaf, head))]
  if (later !== null) checks.push(laterCheck(proof.digest, head.epoch, later))
  for (const { sentence, holds } of checks) {
    say(`${holds ? 'Holds' : 'Fails'}: ${sentence}`)
    if (!holds) return 1
  }
  const owner = own.key === null ? 'the key of the file' : 'the key'
  say(
    `The proof verifies: number ${head.epoch} of ${new Date(head.time).toISOString()}, under ${owner} ${keySentence(chain, signer)}.`,
  )
  return 0
}

interface Check {
  readonly sentence: string
  readonly holds: boolean
}

function headChecks({ head, digest, signature }: SavedProof, signer: string): Check[] {
  return [
    { sentence: 'The head has the digest that is told of it.', holds: hexOf(sha256(Buffer.from(head))) === digest },
    { sentence: 'The head is signed under the key.', holds: isSignedByKey(signer, signature, head) },
  ]
}

function leafCheck(own: z.infer<typeof leaf>, head: z.infer<typeof signedHead>): Check {
  const { currency, index, nonce } = own.leaf
  const said = head.trees.find((one) => one.realm === own.tree.realm && one.currency === currency)
  const amount = formatDecimal(BigInt(own.leaf.units), said?.scale ?? own.tree.scale)
  const sentence = `${amount} ${currency} of ${own.uid} is in the sum of the ${own.tree.realm} accounts that the head signs.`
  if (said === undefined || own.epoch !== head.epoch) return { sentence, holds: false }
  const owner = { uid: own.uid, epoch: head.epoch, realm: said.realm, currency, nonce: bytesOf(nonce) }
  const root = { sum: BigInt(said.sum), hash: bytesOf(said.root) }
  const siblings = own.siblings.map(({ sum, hash: hex }) => ({ sum: BigInt(sum), hash: bytesOf(hex) }))
  const made = leafOf(sha256, owner, BigInt(own.leaf.units))
  return { sentence, holds: inclusionFault(sha256, made, { root, depth: said.depth, index, siblings }) === null }
}

/** Whether a proof that was saved later bears the digest of this one, where it is the next. */
function laterCheck(digest: string, epoch: number, text: string): Check {
  const proof = parsedAs(savedProof, text)
  const head = proof === null ? null : parsedAs(signedHead, proof.head)
  if (head === null || head.epoch <= epoch) return { sentence: 'The other file is a later proof.', holds: false }
  if (head.epoch > epoch + 1)
    return { sentence: `The other file is a later proof; those between are not here.`, holds: true }
  return { sentence: 'The next proof bears the digest of this one.', holds: head.previous === digest }
}
