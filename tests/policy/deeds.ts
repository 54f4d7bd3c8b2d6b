import type { RouteName } from '@truemark/protocol/routes/all'
import type { Owner } from './world.ts'

export interface Deed {
  readonly params?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

const reason = 'the log is to say who'
const asks = { reason }

/** Deeds of each part of the desk, in an order in which each can be done and is noted. */
export function deeds(own: Owner): readonly (readonly [RouteName, Deed])[] {
  const user = { id: own.uid }
  const chat = { id: own.chat }
  const ticket = { id: own.ticket }
  const withdrawal = { id: own.withdrawal }
  const hand = { uid: own.uid, kind: 'deposit', currency: 'USDT', amount: '5', evidence: 'slip 7', ...asks }
  const freeze = { ground: 'court_order', reference: 'Court of Lyon, 26/118' }
  const asset = { currency: 'USDT', network: null, place: 'a custodian', amount: '7', signature: null, ...asks }
  const move = { realm: 'real', from: 'external', to: 'insurance', currency: 'USDT', amount: '1', ...asks }
  return [
    ['deskUserOne', { params: user }],
    ['deskUserRecords', { params: user }],
    ['deskInviteCodeMake', { body: { code: 'DEEDS', note: reason } }],
    ['deskInviteCodeEnd', { params: { code: 'DEEDS' } }],
    ['deskPieceMake', { body: { kind: 'news' } }],
    ['deskSymbolChange', { params: { symbol: 'BTCUSDT' }, body: { collar_rate: '0.04', ...asks } }],
    ['deskProductSwitch', { params: { country: 'FR', product: 'spot' }, body: { on: false, ...asks } }],
    ['deskOperatorInvite', { body: { role: 'support', ...asks } }],
    ['deskManualEntry', { body: hand }],
    ['deskHouseMove', { body: move }],
    ['deskAssetState', { body: asset }],
    ['deskReconcile', { body: { lines: [{ currency: 'USDT', stated: '1' }], ...asks } }],
    ['deskUserFreeze', { params: user, body: { freeze, ...asks } }],
    ['deskUserFreeze', { params: user, body: { freeze: null, ...asks } }],
    ['deskDepositVoucher', { params: { id: own.deposit } }],
    ['deskDepositReject', { params: { id: own.deposit }, body: { reason: 'voucher_unreadable' } }],
    ['deskWithdrawalApprove', { params: withdrawal, body: { amount: '50', currency: 'USDT' } }],
    ['deskVerificationRead', { params: { id: own.verification } }],
    ['deskVerificationFront', { params: { id: own.verification } }],
    [
      'deskVerificationReject',
      { params: { id: own.verification }, body: { faults: [{ field: 'realName', reason: 'unreadable' }] } },
    ],
    ['deskLiabilitiesProve', { body: {} }],
    ['deskSupportMeChange', { body: { shown: 'Sam', available: true } }],
    ['deskCannedMake', { body: { title: 'Hello', texts: { en: 'Good day.' } } }],
    ['deskChatMessages', { params: chat }],
    ['deskChatTake', { params: chat, body: {} }],
    ['deskChatEnd', { params: chat, body: {} }],
    ['deskTicketRead', { params: ticket }],
    ['deskTicketClose', { params: ticket, body: {} }],
    ['deskUserDisable', { params: user, body: { disabled: true, ground: 'owner_request', ...asks } }],
    ['deskLogout', {}],
  ]
}
