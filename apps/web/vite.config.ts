import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { styleFiles } from '../../packages/ui/styleFiles.ts'
import { bundleWorker } from './bundleWorker.ts'
import { compileTexts } from './compileTexts.ts'
import { gatherChunks } from './gatherChunks.ts'

const server = 'http://127.0.0.1:3000'

const code = () => [compileTexts(), styleFiles(), react()]

export default defineConfig({
  plugins: [code(), gatherChunks(code), tailwindcss(), bundleWorker()],
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
