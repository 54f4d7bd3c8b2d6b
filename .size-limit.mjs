import { readFileSync } from 'node:fs'

// The first page's script: what index.html names, the entry and the chunks that it preloads.
const page = readFileSync('apps/web/dist/index.html', 'utf8')
const scripts = [...page.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="\/?([^"]+\.js)"/g)].map(
  (match) => `apps/web/dist/${match[1]}`,
)

export default [{ name: 'first page', path: scripts, gzip: true, limit: '110 kB' }]
