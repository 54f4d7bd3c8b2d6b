import { readdirSync } from 'node:fs'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

const folder = new URL('../../packages/locales/', import.meta.url)
const textFile = /packages\/locales\/[A-Za-z-]+\/[a-z]+\.json$/
const language = /^virtual:texts\/([A-Za-z-]+)$/
const elsewhere: ReadonlySet<string> = new Set([
  'about.json',
  'desk.json',
  'disclosure.json',
  'finance.json',
  'guide.json',
  'mail.json',
  'transparency.json',
  'mining.json',
  'leaving.json',
  'notification.json',
  'restraint.json',
  'showroom.json',
  'statement.json',
])

/**
 * Gives each language as one module, `virtual:texts/<tag>`, and reads the texts' ICU notation when the app is built,
 * so that the page need not bring a parser for it.
 */
export function compileTexts(): Plugin {
  return {
    name: 'compile-texts',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: [{ find: 'use-intl/format-message', replacement: 'use-intl/format-message/format-only' }] },
    }),
    resolveId: (id) => (language.test(id) ? id : null),
    load(id) {
      const tag = language.exec(id)?.[1]
      return tag === undefined ? null : moduleOf(tag)
    },
    transform(code, id) {
      if (!textFile.test(id)) return null
      const content: unknown = JSON.parse(code)
      return { code: JSON.stringify(compiled(content)), map: null }
    },
  }
}

/** The module of one language: its files as one object, by capability. */
function moduleOf(tag: string): string {
  const names = readdirSync(new URL(`${tag}/`, folder)).filter((name) => !elsewhere.has(name))
  const imports = names.map((name, place) => `import part${place} from '@truemark/locales/${tag}/${name}'`)
  const fields = names.map((name, place) => `${name.replace('.json', '')}: part${place}`)
  return `${imports.join('\n')}\nexport default { ${fields.join(', ')} }\n`
}

function compiled(value: unknown): unknown {
  if (typeof value === 'string') return compile(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compiled(inner)]))
}
