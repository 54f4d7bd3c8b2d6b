import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unpackFixtures } from './fixture.ts'

const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
const base = join(import.meta.dirname, '../../tsconfig.base.json')

test.each(unpackFixtures('types'))('the types refuse $rule, line by line', ({ folder, files }) => {
  const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true, lib: ['ES2023'], types: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: base, compilerOptions, include: ['*.ts'] }))
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  })
  const found = [...stdout.matchAll(/^(\w+\.ts)\((\d+),\d+\): error (TS\d+)/gm)].map(
    ([, file, line, code]) => `${file} ${line} ${code}`,
  )
  const right = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n').flatMap(refusalsOf(file)))
  expect([...new Set(found)].toSorted()).toEqual(right.toSorted())
})

/** What a line's last comment says of it. */
function refusalsOf(file: string) {
  return (line: string, at: number): string[] => {
    const [, code] = / \/\/ (TS\d+)$/.exec(line) ?? []
    return code === undefined ? [] : [`${file} ${at + 1} ${code}`]
  }
}
