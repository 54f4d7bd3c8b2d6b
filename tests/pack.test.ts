import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packFiles } from '../tools/setup/pack.mjs'

test('each text file that is worth it lies packed beside itself, and nothing else does', async () => {
  const folder = join(import.meta.dirname, '../.cache/fixtures/made/packed')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'assets'), { recursive: true })
  const text = 'const price = 1\n'.repeat(200)
  for (const name of ['index.html', 'assets/main.js', 'assets/font.woff2']) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'assets/small.js'), 'export {}')
  await packFiles(folder)
  const packed = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(br|gz)$/.test(name))
  expect(packed.toSorted()).toEqual(['assets/main.js.br', 'assets/main.js.gz', 'index.html.br', 'index.html.gz'])
  expect(brotliDecompressSync(readFileSync(join(folder, 'assets/main.js.br'))).toString()).toBe(text)
  expect(gunzipSync(readFileSync(join(folder, 'assets/main.js.gz'))).toString()).toBe(text)
})
