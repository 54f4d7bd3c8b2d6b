import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { unpackFixtures } from './fixture.ts'

const root = join(import.meta.dirname, '../..')
const fixtures = unpackFixtures('lint')
const compilerOptions = {
  strict: true,
  jsx: 'react-jsx',
  allowImportingTsExtensions: true,
  noEmit: true,
  lib: ['ES2023', 'DOM'],
}

for (const { folder } of fixtures) prepare(folder)

test.each(fixtures)('oxlint catches $rule, and nothing beside it', ({ rule, folder, bad }) => {
  const found = lint(folder)
  expect(new Set(found.map((one) => one.rule))).toEqual(new Set([rule]))
  expect([...new Set(found.map((one) => one.file))].toSorted()).toEqual(bad.toSorted())
})

test('a function of 71 lines and a file of 401 are caught, those at the limit and tests are not', () => {
  const folder = join(root, '.cache/fixtures/made/lengths')
  rmSync(folder, { recursive: true, force: true })
  write(folder, 'apps/web/src/atLimit.ts', functionOf(70) + '// line\n'.repeat(330))
  write(folder, 'apps/web/src/longFunction.ts', functionOf(71))
  write(folder, 'apps/web/src/longFile.ts', functionOf(70) + '// line\n'.repeat(331))
  write(folder, 'apps/web/src/long.test.ts', functionOf(71))
  prepare(folder)
  expect(lint(folder).map((one) => [one.file, one.rule])).toEqual(
    expect.arrayContaining([
      ['apps/web/src/longFunction.ts', 'max-lines-per-function'],
      ['apps/web/src/longFile.ts', 'max-lines'],
    ]),
  )
  expect(lint(folder)).toHaveLength(2)
})

function functionOf(lines: number): string {
  return `export function long(): number {\n${'  // line\n'.repeat(lines - 3)}  return 1\n}\n`
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

// The house's own configuration, beside the fixture, since its paths count from the file that holds them.
function prepare(folder: string): void {
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  write(
    folder,
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { ...compilerOptions, module: 'esnext', moduleResolution: 'bundler' } }),
  )
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // A repository's root: here the search for .gitignore ends, which would hide .cache.
  mkdirSync(join(folder, '.git'))
  write(folder, '.gitignore', 'node_modules\n')
}

function lint(folder: string): { file: string; rule: string }[] {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const run = spawnSync(process.execPath, [oxlint, '--format', 'json'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  })
  const report: { diagnostics: { code: string; filename: string }[] } = JSON.parse(run.stdout)
  return report.diagnostics.map((one) => ({ file: one.filename, rule: one.code.replace(/^.*\((.*)\)$/, '$1') }))
}
