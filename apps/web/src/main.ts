import './app/styles.css'
import { loadAhead } from './app/ahead.ts'

// The page names the app's own file as well, so that it is on its way with this one: this names what comes with it.
loadAhead(location.pathname)
void import('./app/start.tsx')
