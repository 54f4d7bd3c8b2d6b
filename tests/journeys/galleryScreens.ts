import type { Page } from '@playwright/test'
import { guestPaths, openPaths, paths } from './paths.ts'

/** A screen, and what is done on it before its picture is taken. */
export interface Shot {
  readonly name: string
  readonly path: string
  readonly act?: (page: Page) => Promise<unknown>
}

/** A sheet is opened by its place rather than its words, which differ by language. */
const press =
  (selector: string, at = 0) =>
  async (page: Page): Promise<unknown> =>
    page.locator(selector).nth(at).click()

const plain = (path: string): Shot => ({ name: path, path })

/** What a demo account sees. */
export const demoShots: readonly Shot[] = [
  ...paths.map(plain),
  ...openPaths.map(plain),
  { name: 'sheet: a record', path: '/setting/account-change', act: press('main li button, main li a') },
  { name: 'sheet: languages', path: '/setting/setpage', act: press('[aria-haspopup="dialog"]') },
  { name: 'sheet: account mode', path: '/home', act: press('header button') },
  { name: 'sheet: spot ticket', path: '/market/trade/coins/BTCUSDT', act: press('button.bg-up') },
  { name: 'sheet: perpetual ticket', path: '/market/trade/eternal_contract/BTCUSDT', act: press('button.bg-up') },
  { name: 'sheet: contract ticket', path: '/market/trade/contract/BTCUSDT', act: press('button.bg-down') },
  { name: 'sheet: option ticket', path: '/market/trade/option/BTCUSDT', act: press('button.bg-up') },
]

/** What somebody with a real account sees where a demo account is only told about it. */
export const realShots: readonly Shot[] = paths
  .filter((path) =>
    /^\/(home|assetsInfo|withdrawal|recharge|lockming|invest|ieo|setting\/(auth|security|change|account|api|crypto|notif|your))/.test(
      path,
    ),
  )
  .map((path) => ({
    name: `real: ${path}`,
    path: /receive-money|submit-voucher/.test(path) ? `${path}?currency=USDT&network=TRC20` : path,
  }))

/** What an account shows in which nothing has happened. */
export const emptyShots: readonly Shot[] = [
  '/assetsInfo',
  '/assetsInfo/profit',
  '/setting/account-change',
  '/market/trade/currency_orders',
  '/market/trade/contract_orders',
  '/market/trade/option_orders',
  '/fund/transfer_history',
  '/notifications',
].map((path) => ({ name: `empty: ${path}`, path }))

/** What a stranger sees. */
export const strangerShots: readonly Shot[] = guestPaths.map(plain)

/** Where what fails, and what is on its way, is looked at. */
export const stateShots: readonly Shot[] = [
  '/home',
  '/market/trading',
  '/market/trade/coins/BTCUSDT',
  '/assetsInfo',
  '/assetsInfo/profit',
  '/setting/account-change',
].map(plain)
