import type { DisclosureProduct } from '@truemark/protocol/routes/disclosure'

/** A version of a product's risks, and SHA-256 over its lines in all languages. */
export interface DisclosureVersion {
  readonly version: number
  readonly digest: string
}

/**
 * The version of each product's risks: raised by one with every change of its lines in any language, so that everybody is
 * asked again. A test compares the digests.
 */
export const disclosureVersions: Readonly<Record<DisclosureProduct, DisclosureVersion>> = {
  contract: { version: 1, digest: '9bfa3f483676e00b769938decdb9c51b8d5cc499e8c4fb149b97208f3f217b79' },
  perpetual: { version: 1, digest: 'b15e9ae59e784339cd3f9251caa29feccd31772b126e10f65997c645f968b9ce' },
  option: { version: 1, digest: '25ac85d89d616117fa3ed49bd50cc51f03dd31655a5f4814b83b94f9588fdd21' },
  mining: { version: 1, digest: 'dda41a025451610d4f975470b8aff50c55c3c0cd8abc643e91c839ce7d32f773' },
  invest: { version: 1, digest: '9398202f23f97571b01f16278cbaded3a869b0782b0f4143ea311a3463c574a1' },
  ieo: { version: 1, digest: 'e5049f3ea288a627b4ae1626c33f2ef744393b866696fe0fa1637148919a7ebc' },
}
