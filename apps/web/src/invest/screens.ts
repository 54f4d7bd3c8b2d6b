import type texts from '@truemark/locales/en/invest.json'
import { screen, type ScreenRow } from '../parts/router/screenRow.ts'

declare module '../i18n/messages.ts' {
  interface Messages {
    invest: typeof texts
  }
}

/** The screens of invest. */
export const investScreens: readonly ScreenRow[] = [
  screen('/invest/invest', 'invest', () => import('./InvestScreen.tsx').then((m) => m.InvestScreen)),
  screen('/invest/purchase', 'purchase', () => import('./PurchaseScreen.tsx').then((m) => m.PurchaseScreen)),
  screen('/invest/my-finances', 'myFinances', () => import('./MyFinancesScreen.tsx').then((m) => m.MyFinancesScreen)),
]

/** Where a path of theirs that is no screen leads. */
export const investRedirects = [{ from: '/invest', to: '/invest/invest' }] as const
