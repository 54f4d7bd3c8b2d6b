import { client } from '@truemark/protocol/client'

const groupLength = 4

/** An address as a list shows it: the first six and the last four characters; a short one whole. */
export function shortAddress(address: string): string {
  const { addressHeadLength: head, addressTailLength: tail } = client
  return address.length <= head + tail ? address : `${address.slice(0, head)}…${address.slice(-tail)}`
}

/** An address in groups of four, as one compares it. */
export function groupsOf(address: string): string[] {
  return address.match(new RegExp(`.{1,${groupLength}}`, 'gu')) ?? []
}
