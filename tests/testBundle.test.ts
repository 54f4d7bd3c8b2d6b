import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { bundleFiles } from '../tools/checks/testBundle.mjs'
import { valueAt } from './client.ts'

const root = join(import.meta.dirname, '../.cache/fixtures/made/bundled')

// not written whole, since this file too is run from a bundle, in which its own place would stand here
const meta = ['import', 'meta'].join('.')

test('what test files import is bundled once for all of them, and finds what lies beside its source', async () => {
  rmSync(root, { recursive: true, force: true })
  const source = join(root, 'room/inner')
  mkdirSync(source, { recursive: true })
  writeFileSync(
    join(source, 'kept.ts'),
    `export const kept: { readonly url: string; readonly folder: string; readonly file: string } = {
      url: ${meta}.url, folder: ${meta}.dirname, file: ${meta}.filename,
    }`,
  )
  writeFileSync(join(root, 'room/one.test.ts'), `export { kept } from './inner/kept.ts'`)
  writeFileSync(join(source, 'other.test.ts'), `import * as beside from './kept.ts'\nexport const { kept } = beside`)
  const out = join(root, 'out')
  await bundleFiles(root, ['room/one.test.ts', 'room/inner/other.test.ts'], out)
  const load = async (file: string): Promise<unknown> => import(pathToFileURL(join(out, file)).href)
  const one = valueAt(await load('room/one.test.js'), 'kept')
  const file = join(source, 'kept.ts')
  expect(one).toEqual({ url: pathToFileURL(file).href, folder: source, file })
  expect(valueAt(await load('room/inner/other.test.js'), 'kept')).toBe(one)
})
