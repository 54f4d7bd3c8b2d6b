/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { dataParts } from './dataParts.ts'

const migrations = new URL('../../../server/migrations/', import.meta.url)
/** A column by which a row is somebody's. */
const personal =
  /^\s+(user_id|owner|holder|guest_address_hash|purpose|account_hash|recipient|chat_id|ticket_id|order_id|touched)\s/m

/** Where what a table holds about a person stands in the copy. */
const kept: Readonly<Record<string, string>> = {
  app_user: 'user',
  session: 'sessions',
  favourite: 'user',
  balance: 'assets',
  ledger_entry: 'records',
  transfer: 'transfers',
  spot_order: 'spot_orders',
  spot_fill: 'spot_orders',
  spot_conditional: 'spot_conditionals',
  conversion: 'exchanges',
  derivative_order: 'contract_orders',
  derivative_position: 'perpetual_positions',
  derivative_fill: 'records',
  funding_payment: 'records',
  liquidation: 'perpetual_positions',
  liquidation_close: 'perpetual_positions',
  option_order: 'option_orders',
  wallet_address: 'addresses',
  bank_card: 'bank_cards',
  wallet_setting: 'wallet_settings',
  deposit_claim: 'deposits',
  withdrawal_claim: 'withdrawals',
  deposit: 'deposits',
  chain_payment: 'incoming',
  withdrawal: 'withdrawals',
  payout: 'withdrawals',
  verification: 'real_name',
  user_security: 'security',
  passkey: 'passkeys',
  api_key: 'api_keys',
  session_limit: 'session_limit',
  head_mail: 'head_mail',
  mining_order: 'locked_mining',
  mining_income: 'records',
  invest_order: 'invest',
  ieo_subscription: 'ieo',
  chat: 'chat',
  chat_message: 'chat',
  ticket: 'tickets',
  ticket_line: 'tickets',
  agreement_acceptance: 'agreement',
  disclosure_acceptance: 'disclosures',
  notification: 'notifications',
  notification_setting: 'notification_setting',
  push_subscription: 'push_devices',
  price_alert: 'price_alerts',
  manual_entry: 'records',
}

/** What is kept about a person and is in no part, and why. */
const left: Readonly<Record<string, string>> = {
  outbox: 'letters that were sent to the person, erased after a while',
  file: 'pictures that were sent, named in the parts that they belong to; the profile\u2019s own is a part',
  engine_epoch: 'its holder is a process of the server',
  installation_key: 'fingerprints of the server\u2019s own keys',
  code_traffic: 'how many codes of an address came wrong lately, for the limit',
  verification_code: 'a secret, as a hash, for half an hour',
  sign_in_failure: 'how often a login failed lately, under a hash',
  known_network: 'hashes of the networks of earlier logins, which say nothing to anybody',
  holder: 'the number of an account in the ledger, and what `user` says of it',
  used_key: 'keys by which a request is known again, with no more than the request itself',
  user_totp: 'a secret',
  recovery_code: 'secrets, as hashes',
  factor_reset: 'that a lost second factor was said and decided, which `notifications` and `account_access` tell',
  freeze_link: 'secrets, as hashes, for some days',
  passkey_challenge: 'random numbers for some minutes',
  staff_account:
    'that operators say the account is of one of them, and since when: trades with real money are refused by it',
  account_freeze: 'what the operator has done to the account, which `account_access` tells',
  suspension: 'that operators stopped something of the account, and until when, which `account_access` tells',
  suspension_claim: 'the reference of a freeze, which `account_access` tells',
  deposit_memo: 'the memo that the deposit screen shows beside the operator’s address',
  deposit_address: 'the address that the deposit screen shows; it is the operator\u2019s',
  worth_sample: 'the worth of each hour, reckoned from `records` and prices',
  profit_day: 'profit by day, reckoned from `records`',
  liability_leaf: 'the balance that the proof of liabilities was made with, shown at /transparency',
  news_read: 'which announcements are read',
  margin_warning: 'that a warning was sent, which `notifications` holds',
  deed_begun:
    'that operators had something done to the account, which `records` and `account_access` tell; the key it was done under',
  proposal: 'a decision of two operators, which `account_access` tells once it is carried out',
}

function personalTables(): string[] {
  const all = readdirSync(migrations).toSorted()
  const texts = all.map((name) => readFileSync(new URL(name, migrations), 'utf8')).join('\n')
  return [...texts.matchAll(/CREATE TABLE (\w+) \((.*?)\n\)/gs)]
    .filter(([, , columns = '']) => personal.test(columns))
    .map(([, name = '']) => name)
}

it('has a part for each table that holds something about a person, or a reason why not', () => {
  const known = new Set([...Object.keys(kept), ...Object.keys(left)])
  expect(personalTables().filter((name) => !known.has(name))).toEqual([])
  const parts = dataParts(true, false)
  expect(Object.values(kept).filter((part) => !(part in parts))).toEqual([])
})

it('has the demo account\u2019s parts beside the real one\u2019s, where there is one', () => {
  const names = Object.keys(dataParts(true, true))
  expect(names).toEqual(expect.arrayContaining(['records', 'demo.records', 'demo.spot_orders', 'passkeys']))
  expect(names).not.toContain('demo.passkeys')
  expect(Object.keys(dataParts(false, true)).some((name) => name.startsWith('demo.'))).toBe(false)
})
