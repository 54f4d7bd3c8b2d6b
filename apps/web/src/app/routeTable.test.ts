import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { redirects, screens } from './routeTable.ts'
import { redirectAt, screenAt } from './screenAhead.ts'

const under = (parent: string, children: string) => children.split(' ').map((child) => `${parent}/${child}`)

// Section 2 of the specification, as it lists them.
const specified = [
  ...under(
    '',
    'login testlogine forgot register home customer-service assetsInfo coinAccount coinContract coinOption financial news',
  ),
  ...under(
    '/setting',
    'setpage change-password account-change authentication authentication/primary-certification authentication/advanced-certification download-app crypto-address-management contact-us faq about-us user-profile user-agreement msb-certificates',
  ),
  ...under('/fund', 'transfer fundTransfer transfer_history'),
  ...under(
    '/market',
    'trading trade/contract/$symbol trade/eternal_contract/$symbol trade/coins/$symbol trade/contract_orders trade/orderDetails trade/option_orders trade/currency_orders',
  ),
  ...under('/withdrawal', 'cashout withdraw-records add-wallet manage-bankcard add-bankcard'),
  ...under('/recharge', 'deposit receive-money recharge-records submit-voucher'),
  ...under('/ieo', 'ieo ieo-record'),
  ...under('/lockming', 'welcome lockming order records'),
  ...under('/invest', 'invest purchase my-finances'),
]

describe('the route table', () => {
  const paths = screens.map((screen) => screen.path)

  it.each(specified)('has %s', (path) => {
    expect(paths).toContain(path)
  })

  it('has each path once, and no redirect over a screen', () => {
    const all = [...paths, ...redirects.map((redirect) => redirect.from)]
    expect(new Set(all).size).toBe(all.length)
  })

  it.each(redirects)('$from leads to a screen', ({ to }) => {
    expect(paths).toContain(to)
  })

  it('shows the menu on home, financial, assetsInfo, market/trading and the trade pages, and nowhere else', () => {
    const withMenu = screens.filter((screen) => screen.menu).map((screen) => screen.path)
    expect(withMenu.toSorted()).toEqual(
      [
        '/assetsInfo',
        '/financial',
        '/home',
        '/market/trade/coins/$symbol',
        '/market/trade/contract/$symbol',
        '/market/trade/eternal_contract/$symbol',
        '/market/trade/option/$symbol',
        '/market/trading',
      ].toSorted(),
    )
  })

  it('has a screen for each path that a link or a step of the app names', () => {
    const source = fileURLToPath(new URL('..', import.meta.url))
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.test)\.tsx?$/.test(name),
    )
    const named = files.flatMap((name) =>
      [...readFileSync(source + name, 'utf8').matchAll(/\b(?:to|href)(?:=|: )["'](\/[^"']*)["']/g)].map(
        ([, to = '']) => to,
      ),
    )
    expect(new Set(named).size).toBeGreaterThan(30)
    expect(named.filter((to) => screenAt(to) === null && redirectAt(to) === null)).toEqual([])
  })
})
