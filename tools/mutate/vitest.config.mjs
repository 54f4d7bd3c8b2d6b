import { join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { mutate } from './mutants.mjs'

const root = join(import.meta.dirname, '../..')
/** @type {import('./harness.mjs').Order} */
const order = JSON.parse(process.env['MUTATE_ORDER'] ?? '{}')
const registry = join(import.meta.dirname, 'registry.mjs')

/** A test file's source: its tests are kept for the harness, which may ask for fewer of its random runs. @param {string} code */
function judged(code) {
  return code
    .replace("from 'vitest'", `from '${registry}'`)
    .replaceAll(/\b(numRuns:|const cases =) ([\w.]+)(?![\w.(])/g, '$1 globalThis.mutationRuns($2)')
}

export default defineConfig({
  root,
  plugins: [
    {
      name: 'mutate',
      enforce: 'pre',
      transform(code, id) {
        const path = relative(root, id)
        if (path === order.file) return { code: mutate(path, code).instrumented, map: null }
        if (!order.tests.includes(path)) return null
        return { code: judged(code), map: null }
      },
    },
  ],
  test: { include: ['tools/mutate/harness.mjs'], pool: 'forks', maxWorkers: 1, testTimeout: 24 * 3_600_000 },
})
