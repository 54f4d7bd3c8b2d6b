import type about from '@truemark/locales/en/about.json'
import type account from '@truemark/locales/en/account.json'
import type content from '@truemark/locales/en/content.json'
import type contract from '@truemark/locales/en/contract.json'
import type errors from '@truemark/locales/en/errors.json'
import type finance from '@truemark/locales/en/finance.json'
import type funds from '@truemark/locales/en/funds.json'
import type home from '@truemark/locales/en/home.json'
import type identity from '@truemark/locales/en/identity.json'
import type accountClosure from '@truemark/locales/en/accountClosure.json'
import type market from '@truemark/locales/en/market.json'
import type notices from '@truemark/locales/en/notices.json'
import type notification from '@truemark/locales/en/notification.json'
import type offline from '@truemark/locales/en/offline.json'
import type option from '@truemark/locales/en/option.json'
import type perpetual from '@truemark/locales/en/perpetual.json'
import type selfLimit from '@truemark/locales/en/selfLimit.json'
import type security from '@truemark/locales/en/security.json'
import type setting from '@truemark/locales/en/setting.json'
import type shell from '@truemark/locales/en/shell.json'
import type spot from '@truemark/locales/en/spot.json'
import type successes from '@truemark/locales/en/successes.json'
import type support from '@truemark/locales/en/support.json'
import type tour from '@truemark/locales/en/tour.json'
import type trade from '@truemark/locales/en/trade.json'
import type transparency from '@truemark/locales/en/transparency.json'
import type verification from '@truemark/locales/en/verification.json'
import type wallet from '@truemark/locales/en/wallet.json'
import type wideTrade from '@truemark/locales/en/wideTrade.json'

/** The texts of one language, by capability. English is the shape that every language has. */
export interface Messages {
  about: typeof about
  account: typeof account
  content: typeof content
  contract: typeof contract
  errors: typeof errors
  finance: typeof finance
  funds: typeof funds
  home: typeof home
  identity: typeof identity
  accountClosure: typeof accountClosure
  market: typeof market
  notices: typeof notices
  notification: typeof notification
  offline: typeof offline
  option: typeof option
  perpetual: typeof perpetual
  selfLimit: typeof selfLimit
  security: typeof security
  setting: typeof setting
  shell: typeof shell
  spot: typeof spot
  successes: typeof successes
  support: typeof support
  tour: typeof tour
  trade: typeof trade
  transparency: typeof transparency
  verification: typeof verification
  wallet: typeof wallet
  wideTrade: typeof wideTrade
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}
