import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { requirePackages } from '../tools/setup/install.mjs'

const lockOf = (version: string) => JSON.stringify({ packages: { 'node_modules/pg': { version } } })

function folderWith(name: string, locked: string, installed: string | null): string {
  const folder = join(import.meta.dirname, '../.cache/fixtures/made', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  writeFileSync(join(folder, 'package-lock.json'), lockOf(locked))
  if (installed !== null) writeFileSync(join(folder, 'node_modules/.package-lock.json'), lockOf(installed))
  return folder
}

test('packages that npm itself installed are taken as they are', () => {
  expect(() => requirePackages(folderWith('installed', '8.0.0', '8.0.0'))).not.toThrow()
})

test('older packages and an unfinished install are refused, not replaced', () => {
  expect(() => requirePackages(folderWith('older', '8.1.0', '8.0.0'))).toThrow('run npm ci')
  expect(() => requirePackages(folderWith('unfinished', '8.1.0', null))).toThrow('run npm ci')
})

test('a lock that changed after the stamp counts', () => {
  const folder = folderWith('stamped', '8.0.0', '8.0.0')
  requirePackages(folder)
  writeFileSync(join(folder, 'package-lock.json'), lockOf('8.1.0'))
  expect(() => requirePackages(folder)).toThrow('run npm ci')
})

/** The modules that a file loads before it runs, with those that these load; what is asked for by `import()` is not among them. */
function loadedAtOnce(file: string, seen = new Map<string, readonly string[]>()): Map<string, readonly string[]> {
  if (seen.has(file)) return seen
  const source = readFileSync(file, 'utf8')
  const names = [...source.matchAll(/^(?:import|export) (?:[^'"]*? from )?'([^']+)'/gm)].flatMap(
    ([, name]) => name ?? [],
  )
  seen.set(file, names)
  for (const name of names) if (name.startsWith('.')) loadedAtOnce(join(dirname(file), name), seen)
  return seen
}

test('the programs that install the packages load none of them before', () => {
  const fresh = ['start', 'test', 'verify'].flatMap((name) => [
    ...loadedAtOnce(join(import.meta.dirname, `../tools/${name}.mjs`)),
  ])
  expect(fresh.length).toBeGreaterThan(15)
  for (const [file, names] of fresh)
    expect(
      names.filter((name) => !name.startsWith('node:') && !name.startsWith('.')),
      file,
    ).toEqual([])
})
