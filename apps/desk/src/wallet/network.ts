import { hasMemo } from '@truemark/payee/memo'
import { addressForm, network as networkName } from '@truemark/protocol/routes/wallet'
import { currency as currencyText } from '@truemark/protocol/values'
import type { deskNetworkPut, DeskNetwork } from '@truemark/protocol/routes/deskWallet'
import type { BodyOf } from '@truemark/protocol/routes/route'

/** A network as the form holds it. */
export interface NetworkDraft {
  readonly currency: string
  readonly network: string
  readonly form: DeskNetwork['form']
  readonly address: string
  readonly deposit: boolean
  readonly withdraw: boolean
  readonly memo: boolean
}

export const forms = addressForm.options

/** The form's start: a network as it stands, or a new one. */
export function draftOf(network: DeskNetwork | null): NetworkDraft {
  if (network === null) {
    return { currency: '', network: '', form: 'TRC20', address: '', deposit: false, withdraw: false, memo: false }
  }
  const { currency, network: name, form, address, deposit, withdraw, memo } = network
  return { currency, network: name, form, address, deposit, withdraw, memo }
}

export type NetworkField = 'currency' | 'network' | 'address' | 'memo'

/** What can't stand; whether an address is one of its network's is the server's to say, by its checksum. */
export function faultsOf(draft: NetworkDraft): ReadonlySet<NetworkField> {
  const { currency, network, form, address, deposit, memo } = readDraft(draft)
  const faults = new Set<NetworkField>()
  if (!currencyText.safeParse(currency).success) faults.add('currency')
  if (!networkName.safeParse(network).success) faults.add('network')
  if (deposit && address === '') faults.add('address')
  if (memo && !hasMemo(form)) faults.add('memo')
  return faults
}

/** The draft without the white space around what was typed. */
export function readDraft(draft: NetworkDraft): NetworkDraft {
  return {
    ...draft,
    currency: draft.currency.trim().toUpperCase(),
    network: draft.network.trim(),
    address: draft.address.trim(),
  }
}

export type NetworkConsequence = 'address' | 'depositsOn' | 'depositsOff' | 'withdrawalsOff' | 'memoOn' | 'memoOff'

/** What follows from a draft, in the order in which it is told. */
export function consequencesOf(before: NetworkDraft, draft: NetworkDraft): NetworkConsequence[] {
  const after = readDraft(draft)
  const found: NetworkConsequence[] = []
  if (before.address !== '' && before.address !== after.address) found.push('address')
  if (!before.deposit && after.deposit) found.push('depositsOn')
  if (before.deposit && !after.deposit) found.push('depositsOff')
  if (before.withdraw && !after.withdraw) found.push('withdrawalsOff')
  if (before.memo !== after.memo) found.push(after.memo ? 'memoOn' : 'memoOff')
  return found
}

/** The call's body for a draft without faults. */
export function bodyOf(draft: NetworkDraft, reason: string): BodyOf<typeof deskNetworkPut> {
  return { ...readDraft(draft), reason }
}
