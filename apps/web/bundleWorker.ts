import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { locales } from '../../packages/protocol/locale.ts'
import { type Plugin, type Rolldown, transformWithOxc } from 'vite'

const source = fileURLToPath(new URL('worker/serviceWorker.ts', import.meta.url))
const staticFiles = ['/index.html', '/first-paint.js', '/oldBrowser.js', '/mark.svg', '/icons/icon-192.png'] as const
/** Screens that one needs without a network: what the market was, what one had open. The rest is kept once it was seen. */
const keptScreens = /^(HomeScreen|MarketScreen|SpotTradeScreen|NotificationsScreen|shapes|visit|refusal|en)-/

/**
 * Writes the service worker, `/sw.js`, with the list of what the app needs to start: the entry with all that it imports at
 * once, its style, the Latin font, English, and the screens that one opens without a network.
 */
export function bundleWorker(): Plugin {
  return {
    name: 'bundle-worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const shell = [...staticFiles, ...filesOf(bundle).map((name) => `/${name}`)]
      const digest = createHash('sha256').update(shell.join('\n'))
      for (const name of ['index.html', 'public/first-paint.js', 'public/oldBrowser.js', 'public/mark.svg']) {
        digest.update(readFileSync(new URL(name, import.meta.url)))
      }
      const version = digest.digest('hex').slice(0, 16)
      const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source)
      const given = { version, shell, unreadable: unreadableTexts() }
      const head = Object.entries(given).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`)
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: head.join('') + code.replace(/^export \{\};?$/m, '') })
    },
  }
}

/** What is said of a push that could not be read, by language, whatever its script or land. */
function unreadableTexts(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    locales.map(({ tag }) => {
      const file = new URL(`../../packages/locales/${tag}/notification.json`, import.meta.url)
      const texts: { unreadable: unknown } = JSON.parse(readFileSync(file, 'utf8'))
      return [tag.split('-')[0] ?? tag, texts.unreadable]
    }),
  )
}

function filesOf(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>()
  const add = (name: string): void => {
    const part = bundle[name]
    if (found.has(name) || part === undefined) return
    found.add(name)
    if (part.type === 'chunk') for (const imported of part.imports) add(imported)
  }
  for (const [name, part] of Object.entries(bundle)) {
    const short = name.replace('assets/', '')
    if (part.type === 'chunk' ? part.isEntry || keptScreens.test(short) : isStyleOrFont(short)) add(name)
  }
  return [...found].filter((name) => name.startsWith('assets/')).toSorted()
}

function isStyleOrFont(name: string): boolean {
  return name.endsWith('.css') || /^barlow-latin-\d+-normal-.*\.woff2$/.test(name)
}
