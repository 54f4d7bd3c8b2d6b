import { surviveTranslation } from '@truemark/ui/device/pageTranslation'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App, firstScreen } from './App.tsx'
import { reportCrash } from './reportCrash.ts'
import { showAppearance } from '../i18n/appearance.ts'

showAppearance()
surviveTranslation()
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
  // A transition is drawn in small steps, between which a slow phone still hears its reader.
  void firstScreen.then(() => startTransition(draw))
}
