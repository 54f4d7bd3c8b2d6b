import { firstTexts } from '@truemark/locales/firstTexts'
import { localeOf } from '@truemark/protocol/locale'
import { localStore } from '@truemark/ui/device/store'
import { askAhead } from '../data/askedAhead.ts'
import { askForConfig } from '../data/configAnswer.ts'
import { glimpseOf, sessionName } from '../data/glimpse.ts'
import { screenAhead } from './screenAhead.ts'

/**
 * Begins to load what the first screen needs, its code, its texts, where the server is and what its reader owns, while the app
 * itself is still on its way. What fails here is asked for again by whoever needs it, who also says so.
 */
export function loadAhead(path: string): void {
  const { locale, token } = glimpseOf(localStore.getItem(sessionName))
  void askForConfig()
  if (token !== null) askAhead({ token, lang: locale })
  for (const loading of [screenAhead(path, token !== null)?.load(), firstTexts(localeOf(locale).tag)])
    loading?.catch(() => undefined)
}
