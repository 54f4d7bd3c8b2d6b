import { readdirSync } from 'node:fs'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

const folder = new URL('./', import.meta.url)
const textFile = /packages\/locales\/[A-Za-z-]+\/(desk\/)?[A-Za-z]+\.json$/
const everyLanguage = 'virtual:texts'
const language = /^virtual:texts\/([A-Za-z-]+)$/

/**
 * Reads the texts' ICU notation when an app is built, so that its page need not bring a parser for it. Gives what an app
 * loads first as one module a language, `virtual:texts/<tag>`, and as `virtual:texts` how to load each by its tag.
 * `first` are the names of the files that go into it.
 */
export function compileTexts(first: (name: string) => boolean): Plugin {
  return {
    name: 'compile-texts',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: [{ find: 'use-intl/format-message', replacement: 'use-intl/format-message/format-only' }] },
    }),
    resolveId: (id) => (id === everyLanguage || language.test(id) ? id : null),
    load(id) {
      if (id === everyLanguage) return loadersOf(foldersIn())
      const tag = language.exec(id)?.[1]
      return tag === undefined ? null : moduleOf(tag, first)
    },
    transform(code, id) {
      if (!textFile.test(id)) return null
      const content: unknown = JSON.parse(code)
      return { code: JSON.stringify(compiled(content)), map: null }
    },
  }
}

/** A language is a folder. */
function foldersIn(): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory() && entry.name !== 'node_modules').map((entry) => entry.name)
}

function loadersOf(tags: readonly string[]): string {
  const loaders = tags.map((tag) => `${JSON.stringify(tag)}: () => import('virtual:texts/${tag}')`)
  return `export default { ${loaders.join(', ')} }\n`
}

/** The module of one language: its files as one object, by their names. */
function moduleOf(tag: string, first: (name: string) => boolean): string {
  const files = readdirSync(new URL(`${tag}/`, folder)).filter((file) => file.endsWith('.json'))
  const names = files.map((file) => file.replace('.json', '')).filter(first)
  const imports = names.map((name, place) => `import part${place} from '@truemark/locales/${tag}/${name}.json'`)
  const fields = names.map((name, place) => `${name}: part${place}`)
  return `${imports.join('\n')}\nexport default { ${fields.join(', ')} }\n`
}

function compiled(value: unknown): unknown {
  if (typeof value === 'string') return compile(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compiled(inner)]))
}
