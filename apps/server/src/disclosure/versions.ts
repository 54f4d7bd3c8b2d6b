import type { DisclosureProduct } from '@truemark/protocol/routes/disclosure'
import { served } from '../wealth/door.ts'

/** A version of a product's risks, and SHA-256 over its lines in all languages. */
interface DisclosureVersion {
  readonly version: number
  readonly digest: string
}

const versions = {
  contract: { version: 1, digest: '9bfa3f483676e00b769938decdb9c51b8d5cc499e8c4fb149b97208f3f217b79' },
  perpetual: { version: 1, digest: 'b15e9ae59e784339cd3f9251caa29feccd31772b126e10f65997c645f968b9ce' },
  option: { version: 1, digest: '25ac85d89d616117fa3ed49bd50cc51f03dd31655a5f4814b83b94f9588fdd21' },
}

/**
 * The version of a product's risks: raised by one with every change of its lines in any language, so that everybody is
 * asked again. A test compares the digests.
 */
export function disclosureVersionOf(product: DisclosureProduct): DisclosureVersion {
  switch (product) {
    case 'contract':
    case 'perpetual':
    case 'option':
      return versions[product]
    default:
      return served[product].risks
  }
}
