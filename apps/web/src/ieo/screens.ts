import type texts from '@truemark/locales/en/ieo.json'
import { screen, type ScreenRow } from '../parts/router/screenRow.ts'

declare module '../i18n/messages.ts' {
  interface Messages {
    ieo: typeof texts
  }
}

/** The screens of launches. */
export const ieoScreens: readonly ScreenRow[] = [
  screen('/ieo/ieo', 'ieo', () => import('./IeoScreen.tsx').then((m) => m.IeoScreen)),
  screen('/ieo/ieo-record', 'ieoRecord', () => import('./IeoRecordScreen.tsx').then((m) => m.IeoRecordScreen)),
]

/** Where a path of theirs that is no screen leads. */
export const ieoRedirects = [{ from: '/ieo', to: '/ieo/ieo' }] as const
