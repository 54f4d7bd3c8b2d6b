import { addressesMax } from '@truemark/protocol/routes/deskWallet'

/** The addresses in a text, one a line; empty lines are none. */
export function addressesIn(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export type AddressesFault = 'none' | 'many' | 'twice'

/** What is wrong with a list; whether each is an address of its network is the server's to say, by its checksum. */
export function faultOf(addresses: readonly string[]): AddressesFault | null {
  if (addresses.length === 0) return 'none'
  if (addresses.length > addressesMax) return 'many'
  return new Set(addresses).size === addresses.length ? null : 'twice'
}
