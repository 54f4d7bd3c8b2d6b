import { accountAssets, exchanges, records, transfers } from '@truemark/protocol/routes/account'
import { contractOrders } from '@truemark/protocol/routes/contract'
import { securityRead, sessions, user } from '@truemark/protocol/routes/identity'
import { ieoSubscriptions } from '@truemark/protocol/routes/ieo'
import { investOrders } from '@truemark/protocol/routes/invest'
import { miningOrders } from '@truemark/protocol/routes/mining'
import { notifications, notificationSettingRead } from '@truemark/protocol/routes/notification'
import { optionOrders } from '@truemark/protocol/routes/option'
import { addresses, cards } from '@truemark/protocol/routes/payees'
import { perpetualOrders, perpetualPositions } from '@truemark/protocol/routes/perpetual'
import { ownLimits } from '@truemark/protocol/routes/restraint'
import { spotOrders } from '@truemark/protocol/routes/spot'
import { chatMessages, ticketRead, tickets } from '@truemark/protocol/routes/support'
import { accountTouches } from '@truemark/protocol/routes/touches'
import { realNameRead } from '@truemark/protocol/routes/verification'
import { deposits, withdrawals } from '@truemark/protocol/routes/wallet'
import { call } from '../data/api.ts'
import { patiently, readAll } from './pages.ts'

type Note = (count: number) => void
type Read = (note: Note) => Promise<unknown>

const limit = '100'

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

const ofBoth: Readonly<Record<string, Read>> = {
  user: () => call(user, {}),
  own_limits: () => call(ownLimits, {}),
  assets: () => call(accountAssets, {}),
  spot_orders: bothStates((query) => call(spotOrders, { query })),
  contract_orders: bothStates((query) => call(contractOrders, { query })),
  perpetual_orders: bothStates((query) => call(perpetualOrders, { query })),
  perpetual_positions: bothStates((query) => call(perpetualPositions, { query })),
  option_orders: bothStates((query) => call(optionOrders, { query })),
  transfers: pages((query) => call(transfers, { query })),
  exchanges: pages((query) => call(exchanges, { query })),
  locked_mining: pages((query) => call(miningOrders, { query })),
  invest: pages((query) => call(investOrders, { query })),
  ieo: pages((query) => call(ieoSubscriptions, { query })),
  records: pages((query) => call(records, { query })),
  notifications: pages((query) => call(notifications, { query })),
  chat: wholeChat,
  tickets: wholeTickets,
}

const ofReal: Readonly<Record<string, Read>> = {
  security: () => call(securityRead, {}),
  sessions: () => call(sessions, {}),
  notification_setting: () => call(notificationSettingRead, {}),
  real_name: () => call(realNameRead, {}),
  addresses: () => call(addresses, {}),
  bank_cards: () => call(cards, {}),
  deposits: pages((query) => call(deposits, { query })),
  withdrawals: pages((query) => call(withdrawals, { query })),
  account_access: pages((query) => call(accountTouches, { query })),
}

export interface CopyProgress {
  /** How many of the parts are there. */
  readonly done: number
  readonly of: number
  /** How many rows of the part that is read now. */
  readonly rows: number
}

/** All that is kept about the account, part by part, as the API gives it. Rejects with ApiError. */
export async function readOwnData(isReal: boolean, tell: (progress: CopyProgress) => void): Promise<object> {
  const parts = Object.entries(isReal ? { ...ofBoth, ...ofReal } : ofBoth)
  const copy: Record<string, unknown> = { made_at: new Date().toISOString(), account: isReal ? 'real' : 'demo' }
  for (const [done, [name, read]] of parts.entries()) {
    tell({ done, of: parts.length, rows: 0 })
    copy[name] = await patiently(() => read((rows) => tell({ done, of: parts.length, rows })))
  }
  return copy
}
