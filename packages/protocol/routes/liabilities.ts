import * as z from 'zod/mini'
import { currency, decimal, id, millis, page, pageOf, realm } from '../values.ts'
import { defineRoute } from './route.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const epochText = z.string().check(z.regex(/^[1-9][0-9]{0,8}$/))
const indexText = z.string().check(z.regex(/^(0|[1-9][0-9]{0,11})$/))

/** A whole number of smallest units, as the tree adds it up. */
const units = z.string().check(z.regex(/^(0|[1-9][0-9]{0,38})$/))

/** The tree of one currency in one realm: what is owed in all, and the hash that commits to each part of it. */
export const liabilityTree = z.object({
  realm,
  currency,
  /** Decimal places of the currency: the sum is in smallest units. */
  scale: z.int(),
  sum: units,
  root: hash,
  depth: z.int(),
})
export type LiabilityTree = z.infer<typeof liabilityTree>

/** One proof of what is owed. */
export const liabilityEpoch = z.object({
  epoch: z.int(),
  time: millis,
  /** The row of the journal as of which it is. */
  seq: z.int(),
  /**
   * What is signed, as one text: JSON of version, epoch, time, whether it was asked for, the journal's row
   * and the audit log's newest entry with their digests, the digests of the seed of its trees and of the
   * head before, and each tree. Whoever keeps it can show that another one was told to somebody else.
   */
  head: z.string(),
  /** SHA-256 of the head, and its Ed25519 signature under the key that is published. */
  digest: hash,
  signature: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
  trees: z.array(liabilityTree),
  /** Whether an operator chose the moment; the daily one is made besides, at a moment that nobody chooses. */
  asked: z.boolean(),
  /** Whether the leaves of this proof are still kept, so that a path can be asked for. */
  kept: z.boolean(),
})
export type LiabilityEpoch = z.infer<typeof liabilityEpoch>

export const liabilities = defineRoute({
  method: 'GET',
  path: '/transparency/liabilities',
  access: 'guest',
  query: z.object({ ...page }),
  answer: z.object({
    /** The public key of the signatures: 32 bytes of Ed25519. */
    key: hash,
    ...pageOf(liabilityEpoch).shape,
  }),
  errors: ['field_malformed'],
  summary: 'The proofs of what is owed, the newest first; each head bears the digest of the one before.',
})

const node = z.object({ sum: units, hash })

export const liabilityPath = defineRoute({
  method: 'GET',
  path: '/transparency/liabilities/{epoch}/{realm}/{currency}/{index}',
  access: 'guest',
  params: z.object({ epoch: epochText, realm, currency, index: indexText }),
  answer: z.object({ leaf: node, siblings: z.array(node).check(z.maxLength(40)) }),
  errors: ['field_malformed', 'proof_unknown'],
  summary: 'The nodes beside the way from a leaf to the root, the lowest first.',
})

/** One's own leaf: with one's number and the nonce it is made anew, and nobody else can tell that it is one's own. */
export const liabilityLeaf = z.object({
  currency,
  scale: z.int(),
  index: z.int(),
  amount: decimal,
  units,
  nonce: hash,
})
export type LiabilityLeaf = z.infer<typeof liabilityLeaf>

export const liabilityMine = defineRoute({
  method: 'GET',
  path: '/user/liabilities',
  access: 'user',
  answer: z.object({
    epoch: z.int(),
    realm,
    uid: id,
    leaves: z.array(liabilityLeaf),
  }),
  errors: ['proof_unknown', 'not_in_proof'],
  summary: "The caller's own leaves of the newest proof, by which they check that their balance is in it.",
})

export const deskLiabilitiesProve = defineRoute({
  method: 'POST',
  path: '/desk/liabilities',
  access: 'desk_wallet_write',
  body: z.object({}),
  answer: liabilityEpoch,
  errors: ['field_malformed', 'proof_too_soon', 'proof_unknown', 'server_busy'],
  summary: 'Makes a proof of what is owed now, beside the daily ones.',
})

export const liabilityRoutes = { liabilities, liabilityPath, liabilityMine, deskLiabilitiesProve }
