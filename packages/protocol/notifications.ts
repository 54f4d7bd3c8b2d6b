import type { NotificationKindEntry } from './notificationMessage.ts'
import { productNotifications } from './product/all.ts'

const order = '/market/trade/orderDetails?game={game}&id={id}'
const security = '/setting/security'

/** Every kind that there is. Its texts stand in the locales' `notification.json` under `kind`. */
export const notificationKinds = {
  // orders that waited in a book; `side` is buy or sell
  spot_filled: { category: 'trades', path: order },
  order_filled: { category: 'trades', path: order },
  fills_many: { category: 'trades', path: '/market/trade/currency_orders' },
  order_canceled: { category: 'trades', path: order },
  order_margin_short: { category: 'trades', path: order },
  order_cap_reached: { category: 'trades', path: order },
  // an order that waited for a price
  conditional_triggered: { category: 'trades', path: order },
  conditional_ended: { category: 'trades', path: '/market/trade/currency_orders' },
  stop_loss_hit: { category: 'trades', path: order },
  take_profit_hit: { category: 'trades', path: order },
  // what stands behind leverage
  margin_low_position: { category: 'margin', path: order },
  margin_low_account: { category: 'margin', path: '/coinContract' },
  liquidated_position: { category: 'margin', path: '/market/trade/liquidation?game={game}&id={id}' },
  liquidated_account: { category: 'margin', path: '/coinContract' },
  brackets_announced: { category: 'margin', path: '/transparency/rules', alwaysMail: true },
  brackets_withdrawn: { category: 'margin', path: '/transparency/rules', alwaysMail: true },
  charges_announced: { category: 'margin', path: '/transparency/rules', alwaysMail: true },
  charges_withdrawn: { category: 'margin', path: '/transparency/rules', alwaysMail: true },
  // what one has bought and waits for
  option_won: { category: 'products', path: order },
  option_lost: { category: 'products', path: order },
  option_tied: { category: 'products', path: order },
  option_void: { category: 'products', path: order },
  ...productNotifications,
  // money in and out
  deposit_completed: { category: 'wallet', path: '/recharge/recharge-records', ownMail: true },
  deposit_rejected: { category: 'wallet', path: '/recharge/recharge-records', ownMail: true },
  withdrawal_asked: { category: 'wallet', path: '/withdrawal/withdraw-records', ownMail: true },
  withdrawal_paid: { category: 'wallet', path: '/withdrawal/withdraw-records', ownMail: true },
  withdrawal_rejected: { category: 'wallet', path: '/withdrawal/withdraw-records', ownMail: true },
  entry_credited: { category: 'wallet', path: '/setting/account-change' },
  entry_debited: { category: 'wallet', path: '/setting/account-change' },
  verification_approved: { category: 'review', path: '/setting/authentication', ownMail: true },
  verification_rejected: { category: 'review', path: '/setting/authentication', ownMail: true },
  verification_revoked: { category: 'review', path: '/setting/authentication', ownMail: true },
  // who has been here
  login_new: { category: 'security', path: security, ownMail: true },
  password_changed: { category: 'security', path: security, ownMail: true },
  second_factor_on: { category: 'security', path: security },
  second_factor_off: { category: 'security', path: security },
  second_factor_reset: { category: 'security', path: security, ownMail: true },
  passkey_added: { category: 'security', path: security, ownMail: true },
  passkey_removed: { category: 'security', path: security, ownMail: true },
  api_key_made: { category: 'security', path: security, ownMail: true },
  api_key_ended: { category: 'security', path: security, ownMail: true },
  account_frozen: { category: 'security', path: security },
  withdrawals_held: { category: 'security', path: security, alwaysMail: true },
  support_answered: { category: 'support', path: '/setting/contact-us/{id}', ownMail: true },
  chat_message: { category: 'support', path: '/customer-service' },
  news_published: { category: 'news', path: '/news/{id}' },
  price_above: { category: 'alerts', path: '/market/trade/{symbol}' },
  price_below: { category: 'alerts', path: '/market/trade/{symbol}' },
} as const satisfies Readonly<Record<string, NotificationKindEntry>>

export type NotificationKind = keyof typeof notificationKinds
export type NotificationParams = Readonly<Record<string, string>>

/** Whether a word is a kind of notification. */
export function isNotificationKind(word: string): word is NotificationKind {
  return Object.hasOwn(notificationKinds, word)
}

/** What is known of a kind. */
export function notificationKindOf(kind: NotificationKind): NotificationKindEntry {
  return notificationKinds[kind]
}

/** The page of the app that shows what caused a notification; braces without a value are left empty. */
export function notificationPath(kind: NotificationKind, params: NotificationParams, id: string): string {
  return notificationKinds[kind].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'id' ? id : (params[name] ?? '')),
  )
}

/** Limits of what is kept for a person. */
export const notificationLimits = {
  /** The most kept of a person; older ones give way. */
  keptMax: 1_000,
  /** And how long they are kept. */
  keptDays: 90,
  alertsMax: 50,
  /** Browsers of one person that are pushed to; the oldest gives way. */
  subscriptionsMax: 10,
} as const

/** A notification's parameters for one reader: what was written in several languages as `title`, in English if need be. */
export function localParams(params: NotificationParams, locale: string): NotificationParams {
  const title = params[`title_${locale}`] ?? params['title_en']
  return title === undefined ? params : { ...params, title }
}
