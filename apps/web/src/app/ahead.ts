import { firstTexts } from '@truemark/locales/firstTexts'
import { localeOf } from '@truemark/protocol/locale'
import { localStore } from '@truemark/ui/device/store'
import { askForConfig } from '../data/configAnswer.ts'
import { glimpseOf, sessionName } from '../data/glimpse.ts'
import { screenAhead } from './screenAhead.ts'

/**
 * Begins to load what the first screen needs, its code, its texts and where the server is, while the app itself is still
 * on its way. What fails here is asked for again by whoever needs it, who also says so.
 */
export function loadAhead(path: string): void {
  const { locale, signedIn } = glimpseOf(localStore.getItem(sessionName))
  askForConfig()
  for (const loading of [screenAhead(path, signedIn)?.load(), firstTexts(localeOf(locale).tag)])
    loading?.catch(() => undefined)
}
