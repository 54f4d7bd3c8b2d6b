import './app/styles.css'
import { loadAhead } from './app/ahead.ts'
import { loadOnceMore, pageReloading } from './app/onceMore.ts'

// The page names the app's own file as well, so that it is on its way with this one: this names what comes with it.
loadAhead(location.pathname)
loadOnceMore('app', () => import('./app/start.tsx'), pageReloading()).catch(() => {
  // Nothing is there that could say so: the mark stands until there is a connection again.
  addEventListener('online', () => location.reload(), { once: true })
})
