import { join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { mutate } from './mutants.mjs'

const root = join(import.meta.dirname, '../..')
/** @type {import('./harness.mjs').Order} */
const order = JSON.parse(process.env['MUTATE_ORDER'] ?? '{}')
const registry = join(import.meta.dirname, 'registry.mjs')

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
        return { code: code.replace("from 'vitest'", `from '${registry}'`), map: null }
      },
    },
  ],
  test: { include: ['tools/mutate/harness.mjs'], pool: 'forks', maxWorkers: 1, testTimeout: 24 * 3_600_000 },
})
