import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileTexts } from '../../packages/locales/compileTexts.ts'
import { styleFiles } from '../../packages/ui/styleFiles.ts'

export default defineConfig({
  base: '/desk/',
  plugins: [compileTexts((name) => name === 'desk' || name === 'errors'), styleFiles(), react(), tailwindcss()],
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
  build: { target: 'es2023', assetsInlineLimit: 0 },
})
