import { dayMs } from '@truemark/core/money/units'
import { parseDecimal } from '@truemark/core/money/decimal'
import type { AssetPlace } from '../routes/assets.ts'
import type { LiabilityEpoch } from '../routes/liabilities.ts'
import type { TermsEvidence } from '../routes/evidence.ts'

/** How long after a proof of what is owed a signature that names it is taken. */
export const assetSignWithinMs = 3 * dayMs
/** How long a signature counts after the proof that it names: later it says nothing of today. */
export const assetSignedForMs = 7 * dayMs

/** What the key of an address signs: all of it is in the text. */
export interface AssetClaim {
  /** The first public key of the proofs of this installation, 64 hex digits: no other one has it. */
  readonly installation: string
  /** The proof of what is owed that it stands beside. */
  readonly epoch: number
  readonly digest: string
  readonly currency: string
  readonly network: string
  readonly place: string
  readonly amount: string
}

/** The one line that the key of an address signs. */
export function assetText({ installation, epoch, digest, currency, network, place, amount }: AssetClaim): string {
  return `Truemark assets: ${amount} ${currency} at ${place} on ${network}, beside proof ${epoch} ${digest} of what is owed by ${installation}`
}

/** Whether a signature still counts beside a proof of what is owed. */
export function assetSignatureCounts({ signature }: AssetPlace, { time }: Pick<LiabilityEpoch, 'time'>): boolean {
  return signature !== null && time - signature.proof_time <= assetSignedForMs
}

/** What is owed of a currency to real users, and of that stated and signed to be held; in smallest units. */
export interface AssetTotal {
  readonly currency: string
  readonly scale: number
  readonly owed: bigint
  readonly stated: bigint
  readonly signed: bigint
}

/**
 * Owed, stated and signed beside each other, for each currency of a proof of what is owed. `signs` says of a place whether its
 * signature holds. What is held of a currency that nobody is owed is no part of it.
 */
export function assetTotals(
  epoch: Pick<LiabilityEpoch, 'time' | 'trees'>,
  places: readonly AssetPlace[],
  signs: (place: AssetPlace) => boolean,
): AssetTotal[] {
  return epoch.trees
    .filter(({ realm }) => realm === 'real')
    .map(({ currency, scale, sum }) => {
      const own = places.filter((place) => place.currency === currency)
      const total = (of: readonly AssetPlace[]): bigint =>
        of.reduce((all, { amount }) => all + (parseDecimal(amount, scale) ?? 0n), 0n)
      const signed = own.filter((place) => assetSignatureCounts(place, epoch) && signs(place))
      return { currency, scale, owed: BigInt(sum), stated: total(own), signed: total(signed) }
    })
}

const shareDecimals = 4

/** Which share of what is owed is held, rounded down to a hundredth of a per cent; null where nothing is owed. */
export function assetShare(held: bigint, owed: bigint): { readonly units: bigint; readonly decimals: number } | null {
  return owed === 0n ? null : { units: (held * 10n ** BigInt(shareDecimals)) / owed, decimals: shareDecimals }
}

const proofNamed = /, beside proof ([1-9][0-9]{0,8}) ([0-9a-f]{64}) of what is owed by ([0-9a-f]{64})$/

/** The installation and the proof that a signed line names; null where it is no such line. */
export function readAssetText(text: string): Pick<AssetClaim, 'installation' | 'epoch' | 'digest'> | null {
  const [, epoch, digest, installation] = proofNamed.exec(text) ?? []
  if (epoch === undefined || digest === undefined || installation === undefined) return null
  return { installation, epoch: Number(epoch), digest }
}

/** A line that the key of an address is said to have signed, and whether it says what stands beside it. */
export interface AssetSignature {
  readonly claim: AssetClaim
  readonly text: string
  readonly form: string
  readonly signature: string
}

/**
 * What a change of the stated assets says that a key signed. Null where it is no such change, or unsigned; `false` where the
 * signed line is of something else than the change.
 */
export function assetSignatureOf({
  term,
  subject: currency,
  figures,
}: Pick<TermsEvidence, 'term' | 'subject' | 'figures'>): AssetSignature | null | false {
  const textOf = (name: string): string => figures.find((one) => one.name === name)?.after ?? ''
  const [text, signature] = [textOf('signed_text'), textOf('signature')]
  if (term !== 'asset' || (signature === '' && text === '')) return null
  const named = readAssetText(text)
  if (named === null) return false
  const claim = { ...named, currency, network: textOf('network'), place: textOf('place'), amount: textOf('amount') }
  return assetText(claim) === text && { claim, text, form: textOf('form'), signature }
}
