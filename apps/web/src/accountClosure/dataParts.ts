import { serverNow } from '@truemark/ui/device/serverTime'
import { accountAssets, exchanges, records, transfers } from '@truemark/protocol/routes/account'
import { agreementMine } from '@truemark/protocol/routes/content'
import { contractOrders } from '@truemark/protocol/routes/contract'
import { creditScore } from '@truemark/protocol/routes/credit'
import { disclosures } from '@truemark/protocol/routes/disclosure'
import { securityRead, sessions, user } from '@truemark/protocol/routes/identity'
import { headMailRead } from '@truemark/protocol/routes/headMail'
import {
  notifications,
  notificationSettingRead,
  priceAlerts,
  pushDevices,
} from '@truemark/protocol/routes/notification'
import { optionOrders } from '@truemark/protocol/routes/option'
import { passkeys } from '@truemark/protocol/routes/passkeys'
import { apiKeys } from '@truemark/protocol/routes/apiKeys'
import { addresses, cards, walletSettingsRead } from '@truemark/protocol/routes/payees'
import { perpetualOrders, perpetualPositions } from '@truemark/protocol/routes/perpetual'
import { profileAvatar } from '@truemark/protocol/routes/profile'
import { ownLimits } from '@truemark/protocol/routes/selfLimit'
import { sessionLimitRead } from '@truemark/protocol/routes/sessionLimit'
import { spotOrders } from '@truemark/protocol/routes/spot'
import { spotConditionals } from '@truemark/protocol/routes/spotConditional'
import { chatMessages, ticketRead, tickets } from '@truemark/protocol/routes/support'
import { accountTouches } from '@truemark/protocol/routes/touches'
import { realNameRead } from '@truemark/protocol/routes/verification'
import { deposits, depositsIncoming, withdrawals } from '@truemark/protocol/routes/wallet'
import { call, callDemo, callMedia } from '../data/api.ts'
import type { Call } from '@truemark/client/caller'
import { session } from '../data/session.ts'
import { financeProducts } from '../products/door.ts'
import { patiently, readAll } from '../data/pages.ts'

type Note = (count: number) => void
type Read = (note: Note) => Promise<unknown>

const limit = '100'
const products = Object.values(financeProducts)

function pages<Item>(
  read: (query: { cursor?: string; limit: string }) => Promise<{ items: readonly Item[]; cursor: string | null }>,
): Read {
  return (note) => readAll((cursor) => read({ ...cursor, limit }), note)
}

const both = ['open', 'history'] as const

function bothStates<Item>(
  read: (query: {
    cursor?: string
    limit: string
    status: (typeof both)[number]
  }) => Promise<{ items: readonly Item[]; cursor: string | null }>,
): Read {
  return async (note) => {
    const open = await pages((query) => read({ ...query, status: 'open' }))(note)
    return { open, history: await pages((query) => read({ ...query, status: 'history' }))(note) }
  }
}

// a chat is read back from its newest line
async function wholeChat(note: Note): Promise<unknown> {
  const lines = await readAll(async ({ cursor }) => {
    const page = await call(chatMessages, { query: cursor === undefined ? { limit } : { before: cursor, limit } })
    const [oldest] = page.items
    return { items: page.items.toReversed(), cursor: page.more && oldest ? String(oldest.seq) : null }
  }, note)
  return lines.toReversed()
}

async function wholeTickets(note: Note): Promise<unknown> {
  const list = await readAll((cursor) => call(tickets, { query: { ...cursor, limit } }), note)
  const whole: unknown[] = []
  for (const { id } of list) whole.push(await patiently(() => call(ticketRead, { params: { id } })))
  return whole
}

// a data URL, or null where there is none
async function profilePicture(): Promise<unknown> {
  const { avatar } = await call(user, {})
  if (avatar === '') return null
  const picture = await callMedia(profileAvatar, { id: avatar })
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.onerror = () => reject(reader.error ?? new Error('the picture could not be read'))
    reader.readAsDataURL(picture)
  })
}

/** What belongs to one account of a person, the real or the demo one. */
function ofAccount(ask: Call): Readonly<Record<string, Read>> {
  return {
    user: () => ask(user, {}),
    own_limits: () => ask(ownLimits, {}),
    assets: () => ask(accountAssets, {}),
    spot_orders: bothStates((query) => ask(spotOrders, { query })),
    spot_conditionals: bothStates((query) => ask(spotConditionals, { query })),
    contract_orders: bothStates((query) => ask(contractOrders, { query })),
    perpetual_orders: bothStates((query) => ask(perpetualOrders, { query })),
    perpetual_positions: bothStates((query) => ask(perpetualPositions, { query })),
    option_orders: bothStates((query) => ask(optionOrders, { query })),
    transfers: pages((query) => ask(transfers, { query })),
    exchanges: pages((query) => ask(exchanges, { query })),
    ...Object.fromEntries(products.map((one) => [one.part, pages((query) => one.ownPage(ask, query))])),
    records: pages((query) => ask(records, { query })),
    notifications: pages((query) => ask(notifications, { query })),
  }
}

/** What belongs to the person, whichever of the accounts is shown. */
const ofPerson: Readonly<Record<string, Read>> = {
  profile_picture: profilePicture,
  price_alerts: pages((query) => call(priceAlerts, { query })),
  notification_setting: () => call(notificationSettingRead, {}),
  push_devices: pages((query) => call(pushDevices, { query })),
  session_limit: () => call(sessionLimitRead, {}),
  head_mail: () => call(headMailRead, {}),
  chat: wholeChat,
  tickets: wholeTickets,
}

const ofReal: Readonly<Record<string, Read>> = {
  security: () => call(securityRead, {}),
  passkeys: () => call(passkeys, {}),
  api_keys: () => call(apiKeys, {}),
  sessions: pages((query) => call(sessions, { query })),
  agreement: () => call(agreementMine, {}),
  disclosures: () => call(disclosures, {}),
  credit_score: () => call(creditScore, {}),
  real_name: () => call(realNameRead, {}),
  addresses: pages((query) => call(addresses, { query })),
  bank_cards: pages((query) => call(cards, { query })),
  wallet_settings: () => call(walletSettingsRead, {}),
  deposits: pages((query) => call(deposits, { query })),
  incoming: pages((query) => call(depositsIncoming, { query })),
  withdrawals: pages((query) => call(withdrawals, { query })),
  account_access: pages((query) => call(accountTouches, { query })),
}

/** The parts of a copy by name; of a demo account whose person also has a real one, under `demo`. */
export function dataParts(isReal: boolean, hasDemo: boolean): Readonly<Record<string, Read>> {
  const own = { ...ofAccount(call), ...ofPerson, ...(isReal ? ofReal : {}) }
  if (!isReal || !hasDemo) return own
  const demo = Object.entries(ofAccount(callDemo)).map(([name, read]) => [`demo.${name}`, read] as const)
  return { ...own, ...Object.fromEntries(demo) }
}

export interface CopyProgress {
  /** How many of the parts are there. */
  readonly done: number
  readonly of: number
  /** How many rows of the part that is read now. */
  readonly rows: number
}

/**
 * All that is kept about the account, part by part, as the API gives it; with the demo account's where this device is
 * signed in to it. Rejects with ApiError.
 */
export async function readOwnData(isReal: boolean, tell: (progress: CopyProgress) => void): Promise<object> {
  const parts = Object.entries(dataParts(isReal, session.getState().demo !== null))
  const copy: Record<string, unknown> = {
    made_at: new Date(serverNow()).toISOString(),
    account: isReal ? 'real' : 'demo',
  }
  for (const [done, [name, read]] of parts.entries()) {
    tell({ done, of: parts.length, rows: 0 })
    copy[name] = await patiently(() => read((rows) => tell({ done, of: parts.length, rows })))
  }
  return copy
}
