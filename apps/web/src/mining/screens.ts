import type texts from '@truemark/locales/en/mining.json'
import { screen, type ScreenRow } from '../parts/router/screenRow.ts'

declare module '../i18n/messages.ts' {
  interface Messages {
    mining: typeof texts
  }
}

/** The screens of locked mining. */
export const miningScreens: readonly ScreenRow[] = [
  screen('/lockming/welcome', 'miningWelcome', () => import('./WelcomeScreen.tsx').then((m) => m.WelcomeScreen)),
  screen('/lockming/lockming', 'mining', () => import('./ProductsScreen.tsx').then((m) => m.ProductsScreen)),
  screen('/lockming/order', 'miningOrder', () => import('./OrderScreen.tsx').then((m) => m.OrderScreen)),
  screen('/lockming/records', 'miningRecords', () => import('./RecordsScreen.tsx').then((m) => m.RecordsScreen)),
]

/** Where a path of theirs that is no screen leads. */
export const miningRedirects = [{ from: '/lockming', to: '/lockming/welcome' }] as const
