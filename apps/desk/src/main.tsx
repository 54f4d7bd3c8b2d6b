import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { surviveTranslation } from '@truemark/ui/device/pageTranslation'
import './app/styles.css'
import { App } from './app/App.tsx'

surviveTranslation()

const root = document.querySelector('#root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
