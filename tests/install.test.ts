import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
