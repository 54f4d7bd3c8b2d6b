import * as z from 'zod/mini'
import { currency, decimal, line, millis, pasted, reasonText } from '../values.ts'
import { addressErrors } from './addressErrors.ts'
import { proposal } from './deskProposals.ts'
import { defineRoute } from './route.ts'
import { addressForm, network } from './wallet.ts'

/** The most places stated at a time. */
export const assetPlacesMax = 200

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The signature of an address' key over a line that names all of it; `assetText` says how the line is written. */
const assetSignature = z.object({
  text: z.string(),
  signature: z.string(),
  /** The proof of what is owed that it names, and when that was made. */
  epoch: z.int(),
  digest,
  proof_time: millis,
})

/** Where assets of customers lie, by what the operator states. */
export const assetPlace = z.object({
  currency,
  /** The network of an address with the form of its addresses; empty and null for an account elsewhere. */
  network: z.string(),
  form: z.nullable(addressForm),
  /** The address, or with whom the account is. */
  place: z.string(),
  amount: decimal,
  /** When two people stated it, and the entry of the audit log that says so. */
  time: millis,
  entry: z.int(),
  /** Null where it is only stated. */
  signature: z.nullable(assetSignature),
})
export type AssetPlace = z.infer<typeof assetPlace>

export const assetsPublic = defineRoute({
  method: 'GET',
  path: '/transparency/assets',
  access: 'guest',
  answer: z.object({
    /** The first public key of the proofs of this installation, which every signed line names. */
    installation: digest,
    places: z.array(assetPlace).check(z.maxLength(assetPlacesMax)),
  }),
  summary: 'Where the assets of customers lie, as the operator states it, with the signatures of the addresses’ keys.',
})

export const deskAssetState = defineRoute({
  method: 'POST',
  path: '/desk/assets',
  access: 'desk_wallet_write',
  body: z.object({
    currency,
    /** The network of an address; null for an account with somebody. */
    network: z.nullable(network),
    place: pasted(2, 300),
    /** Null where it is no longer held there. */
    amount: z.nullable(decimal),
    /** What the address' key signed; null where it is only stated. */
    signature: z.nullable(line(1, 400)),
    reason: reasonText,
  }),
  answer: proposal,
  errors: [
    'field_malformed',
    'currency_unknown',
    'amount_invalid',
    ...addressErrors,
    'payee_lost',
    'asset_signature_wrong',
    'asset_unknown',
    'assets_full',
    'proposals_open_max',
  ],
  summary:
    'States where assets of customers lie, or that they no longer do; it is shown when a second person approves.',
})

export const assetRoutes = { assetsPublic, deskAssetState }
