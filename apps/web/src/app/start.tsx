import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { reportCrash } from './reportCrash.ts'
import { showAppearance } from '../reader/appearance.ts'

showAppearance()
window.addEventListener('error', (event) => {
  // The browser's remark that a size will be told in the next frame comes without an error and is none.
  if (!event.message.startsWith('ResizeObserver loop')) reportCrash(event.error ?? event.message)
})
window.addEventListener('unhandledrejection', (event) => reportCrash(event.reason))

const root = document.querySelector('#root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
