import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App, firstScreen } from './App.tsx'
import { firstPage } from './firstPage.ts'
import { reportCrash } from './reportCrash.ts'
import { showAppearance } from '../i18n/appearance.ts'

showAppearance()
window.addEventListener('error', (event) => {
  // The browser's remark that a size will be told in the next frame comes without an error and is none.
  if (!event.message.startsWith('ResizeObserver loop')) reportCrash(event.error ?? event.message)
})
window.addEventListener('unhandledrejection', (event) => reportCrash(event.reason))

const root = document.querySelector('#root')
if (root) {
  const drawn = createRoot(root)
  const draw = () =>
    drawn.render(
      <StrictMode>
        <App />
      </StrictMode>,
    )
  // Before the first drawing, since a browser translates what is drawn; it comes beside the texts, and is not waited for long.
  const guarded = import('@truemark/ui/device/pageTranslation')
    .then(({ surviveTranslation }) => surviveTranslation())
    .catch(() => undefined)
  // A transition is drawn in small steps, between which a slow phone still hears its reader.
  void Promise.all([firstScreen, Promise.race([guarded, firstPage(1_000)])]).then(() => startTransition(draw))
}
