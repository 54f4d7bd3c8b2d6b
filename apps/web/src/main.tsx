import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/styles.css'
import { App } from './app/App.tsx'
import { reportCrash } from './app/reportCrash.ts'
import { showAppearance } from './reader/appearance.ts'

showAppearance()
window.addEventListener('error', (event) => reportCrash(event.error ?? event.message))
window.addEventListener('unhandledrejection', (event) => reportCrash(event.reason))

const root = document.querySelector('#root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
