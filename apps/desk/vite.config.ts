import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { styleFiles } from '../../packages/ui/styleFiles.ts'

export default defineConfig({
  base: '/desk/',
  plugins: [styleFiles(), react(), tailwindcss()],
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // One file a language, since a language is read whole; the rest is split where screens are loaded.
        codeSplitting: {
          groups: [{ name: (id) => /packages\/locales\/([A-Za-z-]+)\/[a-z]+\.json/.exec(id)?.[1] ?? null }],
        },
      },
    },
  },
})
