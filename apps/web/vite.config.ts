import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileTexts } from '../../packages/locales/compileTexts.ts'
import { styleFiles } from '../../packages/ui/styleFiles.ts'
import { bundleFrame } from './bundleFrame.ts'
import { bundleWorker } from './bundleWorker.ts'
import { gatherChunks } from './gatherChunks.ts'
import { laterShapes } from './laterShapes.ts'

const server = 'http://127.0.0.1:3000'

/** Texts that come with their screens, or are of no screen of this app. */
const later: ReadonlySet<string> = new Set([
  'about',
  'desk',
  'disclosure',
  'finance',
  'guide',
  'accountClosure',
  'mail',
  'mining',
  'notification',
  'selfLimit',
  'showroom',
  'statement',
  'transparency',
  'wideTrade',
])

const code = () => [compileTexts((name) => !later.has(name)), styleFiles(), react()]
const page = () => [laterShapes(), ...code()]

export default defineConfig({
  plugins: [page(), gatherChunks(page), tailwindcss(), bundleWorker(), bundleFrame(code)],
  server: {
    proxy: {
      '/api': server,
      '/config.json': server,
      '/ws': { target: server, ws: true },
    },
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
