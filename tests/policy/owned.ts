import type { Reason } from '@truemark/protocol/errors'
import type { RouteName } from '@truemark/protocol/routes/all'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { type Owner, cardFields } from './world.ts'

/** How one route is called with an id of somebody else. */
export interface OwnedRow {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /** The route's body is a form. */
  readonly form?: boolean
  /** Whoever calls proves who they are anew: the refusal must not come from that. */
  readonly proves?: boolean
  /** What is told to whoever may call the route and does not own the id; null: the answer is there, and empty. */
  readonly refusal: Reason | null
  /** What is answered is about the caller alone, and never empty. */
  readonly isAnswered?: boolean
}

type Rows = Partial<Record<RouteName, OwnedRow>>

const one = (id: string, refusal: Reason, body?: OwnedRow['body']): OwnedRow => ({
  params: { id },
  refusal,
  ...(body === undefined ? {} : { body }),
})

/** The user's routes that take an id of something of theirs. Orders and positions of others are told as 11304. */
export function ownedRows(own: Owner): Rows {
  const otherCard = { ...cardFields, payee_name: 'Mallory' }
  const withdrawal = { currency: 'USDT', amount: '50', method: 'address', payee_id: own.address }
  return {
    sessionEnd: one(own.session, 'session_unknown'),
    profileAvatar: one(own.avatar, 'file_unknown'),
    passkeyRename: one(own.passkey, 'passkey_unknown', { name: 'mine' }),
    apiKeyEnd: one(own.apiKey, 'api_key_unknown'),
    passkeyRemove: { ...one(own.passkey, 'passkey_unknown', {}), proves: true },
    transfers: { query: { id: own.transfer }, refusal: null },
    exchangeMake: { body: { quote_id: own.quote }, refusal: 'quote_unknown' },
    exchanges: { query: { id: own.conversion }, refusal: null },
    ownEvidence: one(own.conversion, 'evidence_unknown'),
    spotOrderOne: one(own.spotOrder, 'not_owner'),
    spotOrderAmend: one(own.spotOrder, 'not_owner', { price: '9800' }),
    spotOrderCancel: one(own.spotOrder, 'not_owner'),
    spotConditionalCancel: one(own.spotConditional, 'not_owner'),
    contractOrderOne: one(own.contractTicket, 'not_owner'),
    contractOrderAmend: one(own.contractTicket, 'not_owner', { stop_loss: '9500' }),
    contractOrderCancel: one(own.contractOrder, 'not_owner'),
    contractOrderClose: one(own.contractTicket, 'not_owner', {}),
    contractMarginAdd: one(own.contractTicket, 'not_owner', { amount: '1' }),
    perpetualOrderOne: one(own.perpetualOrder, 'not_owner'),
    perpetualOrderAmend: one(own.perpetualOrder, 'not_owner', { price: '9800' }),
    perpetualOrderCancel: one(own.perpetualOrder, 'not_owner'),
    perpetualPositionOne: one(own.perpetualPosition, 'not_owner'),
    perpetualPositionClose: one(own.perpetualPosition, 'not_owner', {}),
    perpetualPositionChange: one(own.perpetualPosition, 'not_owner', { stop_loss: '9500' }),
    optionOrderOne: one(own.option, 'not_owner'),
    investOrders: { query: { id: own.investment }, refusal: null },
    ieoSubscriptions: { query: { id: own.subscription }, refusal: null },
    miningOrderOne: one(own.mining, 'not_owner'),
    miningRedeem: one(own.mining, 'not_owner'),
    deposits: { query: { id: own.deposit }, refusal: null },
    withdrawals: { query: { id: own.withdrawal }, refusal: null },
    depositCancel: one(own.deposit, 'deposit_unknown'),
    depositVoucher: one(own.deposit, 'deposit_unknown'),
    withdrawalMake: { body: withdrawal, proves: true, refusal: 'payee_unknown' },
    withdrawalCancel: one(own.withdrawal, 'withdrawal_unknown'),
    withdrawalAnswer: one(own.withdrawal, 'withdrawal_unknown', { arrived: true }),
    addressRemove: one(own.address, 'payee_unknown'),
    cardChange: { ...one(own.card, 'payee_unknown', otherCard), proves: true },
    cardRemove: one(own.card, 'payee_unknown'),
    // tells how many of the caller's own are left
    notificationsRead: { body: { ids: [own.notification] }, refusal: null, isAnswered: true },
    priceAlertRemove: one(own.alert, 'alert_unknown'),
    chatImage: one(own.chatImage, 'file_unknown'),
    ticketRead: one(own.ticket, 'ticket_unknown'),
    ticketAnswer: { ...one(own.ticket, 'ticket_unknown', { question: 'mine too' }), form: true },
    ticketClose: one(own.ticket, 'ticket_unknown'),
    ticketImage: { params: { id: own.ticket, image: own.ticketImage }, refusal: 'ticket_unknown' },
  }
}

/** The desk's routes that take an id of something of a user: policy alone says which role may call them. */
export function deskRows(own: Owner): Partial<Record<RouteName, Readonly<Record<string, string>>>> {
  const user = { id: own.uid }
  const deposit = { id: own.deposit }
  const withdrawal = { id: own.withdrawal }
  const verification = { id: own.verification }
  const chat = { id: own.chat }
  const ticket = { id: own.ticket }
  return {
    deskUserOne: user,
    deskUserDisable: user,
    deskUserRecords: user,
    deskUserRecordsCsv: user,
    deskUserBalancesCsv: user,
    deskUserSessionsCsv: user,
    deskUserTouchesCsv: user,
    deskUserTouches: user,
    deskUserFreeze: user,
    deskFactorResetAsk: user,
    deskFactorResetStop: user,
    deskDepositVoucher: deposit,
    deskDepositComplete: deposit,
    deskDepositReject: deposit,
    deskChainDecide: { id: own.payment },
    deskWithdrawalApprove: withdrawal,
    deskWithdrawalPay: withdrawal,
    deskWithdrawalRelease: withdrawal,
    deskWithdrawalRecall: withdrawal,
    deskWithdrawalSettle: withdrawal,
    deskWithdrawalFail: withdrawal,
    deskWithdrawalReject: withdrawal,
    deskVerificationRead: verification,
    deskVerificationFront: verification,
    deskVerificationBack: verification,
    deskVerificationApprove: verification,
    deskVerificationReject: verification,
    deskVerificationRevoke: verification,
    deskChatOne: chat,
    deskChatMessages: chat,
    deskChatSend: chat,
    deskChatSendImage: chat,
    deskChatImage: { id: own.chat, image: own.chatImage },
    deskChatTake: chat,
    deskChatHand: chat,
    deskChatEnd: chat,
    deskChatSeen: chat,
    deskChatTyping: chat,
    deskTicketRead: ticket,
    deskTicketAnswer: ticket,
    deskTicketClose: ticket,
    deskTicketImage: { id: own.ticket, image: own.ticketImage },
  }
}

/** Routes whose ids are nobody's own: products, published texts, public evidence, a side of one's own document. */
export const publicIds: readonly RouteName[] = [
  'miningOrderPlace',
  'investOrderPlace',
  'ieoSubscribe',
  'newsRead',
  'newsOne',
  'contentImage',
  'evidence',
  'evidenceEntry',
  'rowDigest',
  // whose it is not, it does not exist for: apps/server/src/transparency/evidenceLog.test.ts holds owner and stranger
  'evidenceReckoning',
  'realNameDocument',
]

/** The desk's routes whose ids are of what operators made or do among themselves. */
export const operatorIds: readonly RouteName[] = [
  'deskPiece',
  'deskVersions',
  'deskVersion',
  'deskVersionWrite',
  'deskPiecePublish',
  'deskPieceCancel',
  'deskPieceWithdraw',
  'deskImage',
  'deskCertificateEnd',
  'deskMiningDraftMake',
  'deskMiningDraftChange',
  'deskMiningDraftDrop',
  'deskMiningPublish',
  'deskMiningSwitch',
  'deskMiningRates',
  'deskInvestDraftChange',
  'deskInvestDraftDrop',
  'deskInvestPublish',
  'deskInvestClose',
  'deskIeoDraftChange',
  'deskIeoDraftDrop',
  'deskIeoLaunch',
  'deskIeoCancel',
  'deskIeoAllocation',
  'deskClientErrorSeen',
  'deskIeoAllocationCsv',
  'deskProposalDecide',
  'deskProposalCallOff',
  'deskOperatorLink',
  'deskOperatorRole',
  'deskStaffAccount',
  'deskOperatorDisable',
  'deskPasskeyRename',
  'deskPasskeyRemove',
  'deskCannedChange',
  'deskCannedRemove',
  // names the person to whom an entry is to be made, which a second person then approves
  'deskManualEntry',
]

/** Parts of a path or a body that name no row: what is traded, in which language, on which day. */
const plainNames = new Set([
  'symbol',
  'kind',
  'country',
  'product',
  'currency',
  'lang',
  'number',
  'month',
  'year',
  'epoch',
  'realm',
  'index',
  'code',
  'from',
  'to',
])

/** What of a route's input could be the id of something. */
export function idsOf(route: RouteDefinition): string[] {
  const inPath = [...route.path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name ?? '')
  const fields = [route.query, route.body].flatMap((schema) => fieldsOf(schema))
  return [
    ...inPath.filter((name) => !plainNames.has(name)),
    ...fields.filter((name) => name === 'id' || name === 'ids' || name === 'uid' || name.endsWith('_id')),
  ].filter((name) => name !== 'transaction_id')
}

function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null || !('shape' in schema)) return []
  const { shape } = schema
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : []
}
