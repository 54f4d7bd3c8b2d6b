import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

const texts = /packages\/locales\/[A-Za-z-]+\/[a-z]+\.json$/

/** Reads the texts' ICU notation when the app is built, so that the page need not bring a parser for it. */
export function compileTexts(): Plugin {
  return {
    name: 'compile-texts',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: [{ find: 'use-intl/format-message', replacement: 'use-intl/format-message/format-only' }] },
    }),
    transform(code, id) {
      if (!texts.test(id)) return null
      const content: unknown = JSON.parse(code)
      return { code: JSON.stringify(compiled(content)), map: null }
    },
  }
}

function compiled(value: unknown): unknown {
  if (typeof value === 'string') return compile(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compiled(inner)]))
}
