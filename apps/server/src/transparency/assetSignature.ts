import { type AddressForm, addressForms } from '@truemark/payee/addressForm'
import { isSignedByAddress } from '@truemark/payee/addressSignature'
import { assetSignatureOf } from '@truemark/protocol/evidence/assetStatement'
import type { TermsEvidence } from '@truemark/protocol/routes/evidence'

/** The form of addresses that a text names; null for none. */
export function formOf(text: string | undefined): AddressForm | null {
  return addressForms.find((one) => one === text) ?? null
}

type Stated = Pick<TermsEvidence, 'term' | 'subject' | 'figures'>

/** Whether the key of an address signed what a change of the stated assets says; null where it is unsigned, or no such change. */
export function isAssetSigned(stated: Stated): boolean | null {
  const signed = assetSignatureOf(stated)
  if (signed === null || signed === false) return signed
  const form = formOf(signed.form)
  return form !== null && isSignedByAddress(form, signed.claim.place, signed.text, signed.signature)
}

/**
 * Where a change of the stated assets bears a signature that the address' key did not make, or that names no proof of what is
 * owed of this installation: the rest of a sentence; null where all is well. `digestOf` gives a proof's digest by its number.
 */
export function assetFault(
  stated: Stated,
  installation: string,
  digestOf: (epoch: number) => string | null,
): string | null {
  const signed = assetSignatureOf(stated)
  if (signed === null) return null
  if (signed === false || isAssetSigned(stated) !== true)
    return 'signature of stated assets: the key of the address did not sign that'
  const { claim } = signed
  return claim.installation === installation && digestOf(claim.epoch) === claim.digest
    ? null
    : `signed_text of stated assets: it names another proof ${claim.epoch} of what is owed`
}
