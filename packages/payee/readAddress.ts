import { compactLine } from './pasted.ts'

// the recipient of a link that has a token sent (EIP-681), where the link's own place is the token's contract
const transfer = /\/transfer\?(?:[^#]*&)?address=([^&#]+)/i
// a link of one of the networks (BIP-21, EIP-681 of the main chain, Solana Pay), or a word that only says what follows
const link =
  /^(?:bitcoin|ethereum|tron|solana|ripple|stellar|cosmos|btc|eth|trx|sol|xrp|xlm|atom|ton|trc20|erc20|address|addr|wallet|to):(?:\/\/)?(?:pay-)?([^?@/#]+)(?:@1(?![0-9]))?(?=$|[?/#])/i
// a link that has a contract do something
const callOf = /^ethereum:[^?#]*\//i
// the page of an address at an explorer of a network
const page = /^(?:https?:\/\/)?[^/]+\.[^/]+\/(?:[^?]*\/)?(?:address|account|addr|wallet)\/([^/?#&]+)/i

/**
 * The address that a text means, however it was copied: without anything invisible, without blanks and line breaks
 * (groups of four) and the quotes around it, out of the link that a wallet writes into a mail or a QR code, or out of an
 * explorer's. What names another coin, another chain or no recipient stays as it is, and is no address.
 */
export function readAddress(text: string): string {
  // keyboards of Asia write letters of full width
  const whole = compactLine(text.normalize('NFKC'))
  // of TON, which may end with a sign that no other address has
  if (/^[0-9A-Za-z_+/-]{48}$/.test(whole)) return whole
  const compact = whole.replaceAll(/^[^0-9A-Za-z]+|[^0-9A-Za-z]+$/g, '')
  const [, place] = link.exec(compact) ?? []
  const [, shown] = page.exec(compact) ?? []
  const [, to] = transfer.exec(compact) ?? []
  if (place === undefined) return shown ?? compact
  return callOf.test(compact) ? (to ?? compact) : place
}
