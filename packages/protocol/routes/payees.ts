import * as z from 'zod/mini'
import { country, currency, id, line, millis, page, pageOf, pasted } from '../values.ts'
import { addressErrors } from './addressErrors.ts'
import { defineRoute } from './route.ts'
import { stepUp, stepUpErrors } from './stepUp.ts'
import { network } from './wallet.ts'

export const walletAddress = z.object({
  id,
  currency,
  network,
  address: z.string(),
  /** The memo or tag beside the address; empty where its owner said that there is none, null where they were not asked. */
  memo: z.nullable(z.string()),
  label: z.string(),
  created: millis,
  /** From when it can be used, where the user has new addresses held. */
  usable_from: millis,
})
export type WalletAddress = z.infer<typeof walletAddress>

export const bankType = z.enum(['savings', 'checking'])

const bankField = line(0, 140)

/** What a bank card's form sends; which fields are missing is judged one by one, each with its own code. */
export const cardBody = z.object({
  payee_name: bankField,
  payee_address: bankField,
  bank_type: line(0, 20),
  bank_name: bankField,
  account_number: pasted(0, 100),
  bank_address: bankField,
  bank_country: line(0, 2),
  international_code: z._default(pasted(0, 40), ''),
  aba_routing_number: z._default(pasted(0, 40), ''),
})

export const bankCard = z.object({
  id,
  payee_name: z.string(),
  payee_address: z.string(),
  bank_type: bankType,
  bank_name: z.string(),
  account_number: z.string(),
  bank_address: z.string(),
  bank_country: country,
  international_code: z.string(),
  aba_routing_number: z.string(),
  created: millis,
  usable_from: millis,
})
export type BankCard = z.infer<typeof bankCard>

export const addressAdd = defineRoute({
  method: 'POST',
  path: '/wallet/addresses',
  access: 'demo_no_addresses',
  body: z.object({
    currency,
    network,
    address: pasted(0, 300),
    /** Asked for where the network has memos; `no_memo` says in so many words that the receiver needs none. */
    memo: z._default(pasted(0, 100), ''),
    no_memo: z._default(z.boolean(), false),
    label: z._default(line(0, 40), ''),
    ...stepUp,
  }),
  answer: walletAddress,
  errors: [
    ...stepUpErrors,
    'field_malformed',
    'network_unknown',
    ...addressErrors,
    'memo_missing',
    'memo_invalid',
    'payee_lost',
    'payee_own',
    'payee_exists',
    'payees_too_many',
  ],
  summary: 'Saves an address to withdraw to.',
})

export const addresses = defineRoute({
  method: 'GET',
  path: '/wallet/addresses',
  access: 'demo_no_addresses',
  query: z.object(page),
  answer: pageOf(walletAddress),
  errors: ['field_malformed'],
  summary: 'Saved addresses, newest first.',
})

export const addressRemove = defineRoute({
  method: 'DELETE',
  path: '/wallet/addresses/{id}',
  access: 'demo_no_addresses',
  params: z.object({ id }),
  answer: z.null(),
  errors: ['field_malformed', 'payee_unknown'],
  summary: 'Removes a saved address.',
})

const cardErrors = [
  ...stepUpErrors,
  'field_malformed',
  'bank_recipient_missing',
  'bank_recipient_address_missing',
  'bank_type_missing',
  'bank_name_missing',
  'bank_account_missing',
  'bank_address_missing',
  'bank_country_missing',
  'swift_invalid',
  'routing_number_invalid',
  'account_number_invalid',
  'payee_exists',
] as const

export const cardAdd = defineRoute({
  method: 'POST',
  path: '/wallet/cards',
  access: 'demo_no_cards',
  body: z.extend(cardBody, stepUp),
  answer: bankCard,
  errors: [...cardErrors, 'payees_too_many'],
  summary: 'Saves a bank account to withdraw to.',
})

export const cards = defineRoute({
  method: 'GET',
  path: '/wallet/cards',
  access: 'demo_no_cards',
  query: z.object(page),
  answer: pageOf(bankCard),
  errors: ['field_malformed'],
  summary: 'Saved bank accounts, newest first.',
})

export const cardChange = defineRoute({
  method: 'PUT',
  path: '/wallet/cards/{id}',
  access: 'demo_no_cards',
  params: z.object({ id }),
  body: z.extend(cardBody, stepUp),
  answer: bankCard,
  errors: [...cardErrors, 'payee_unknown'],
  summary: 'Changes a saved bank account; it counts as new from then on.',
})

export const cardRemove = defineRoute({
  method: 'DELETE',
  path: '/wallet/cards/{id}',
  access: 'demo_no_cards',
  params: z.object({ id }),
  answer: z.null(),
  errors: ['field_malformed', 'payee_unknown'],
  summary: 'Removes a saved bank account.',
})

export const walletSettings = z.object({ payee_hold: z.boolean() })

export const walletSettingsRead = defineRoute({
  method: 'GET',
  path: '/wallet/settings',
  access: 'demo_no_withdraw',
  answer: walletSettings,
  summary: 'Whether new addresses and cards are held for 24 hours.',
})

export const walletSettingsChange = defineRoute({
  method: 'PUT',
  path: '/wallet/settings',
  access: 'demo_no_withdraw',
  body: z.extend(walletSettings, stepUp),
  answer: walletSettings,
  errors: [...stepUpErrors, 'field_malformed'],
  summary: 'Has new addresses and cards held for 24 hours, or no longer; those that are held stay so.',
})

export const payeeRoutes = {
  addressAdd,
  addresses,
  addressRemove,
  cardAdd,
  cards,
  cardChange,
  cardRemove,
  walletSettingsRead,
  walletSettingsChange,
}
