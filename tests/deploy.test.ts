import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '../apps/server/src/platform/config/settings.ts'

const root = join(import.meta.dirname, '..')
const text = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8')
const known = new Set([...Object.keys(settings), 'NODE_ENV'])

/** The variables that a file sets for the server. */
function set(lines: RegExp, name: string): string[] {
  return [...text(name).matchAll(lines)].flatMap(([, rest = '']) =>
    [...rest.matchAll(/([A-Z][A-Z_]+)(?:=|: )/g)].map(([, variable = '']) => variable),
  )
}

test.each([
  ['truemark.service', /^Environment=(.+)$/gm],
  ['Containerfile', /^ENV (.+)$/gm],
] as const)('%s sets nothing but settings of the server', (name, lines) => {
  const found = set(lines, name)
  expect(found).toEqual(expect.arrayContaining(['DATA_DIR', 'KEYS_DIR']))
  expect(found.filter((variable) => !known.has(variable))).toEqual([])
})

test('the image takes along all that the server reads, and the unit starts the same program', () => {
  const taken = [...text('Containerfile').matchAll(/^COPY --from=build (.+) \S+$/gm)]
    .flatMap(([, paths = '']) => paths.split(' '))
    .map((path) => path.replace('/opt/truemark/', ''))
  expect(taken.length).toBeGreaterThan(8)
  const missing = taken.filter((path) => !path.endsWith('dist') && !existsSync(join(root, path)))
  expect(missing).toEqual([])
  // where the program looks, from its own folder: see main.ts and serve.ts
  expect(taken).toEqual(
    expect.arrayContaining(['apps/server/dist', 'apps/server/migrations', 'apps/web/dist', 'apps/desk/dist']),
  )
  const [program] = /apps\/server\/dist\/\w+\.js/.exec(text('truemark.service')) ?? []
  expect(text('Containerfile')).toContain(`CMD ["node", "${program ?? ''}"]`)
})

test('data and keys are volumes of their own, and the proxy knows the server by its name there', () => {
  const compose = text('compose.yml')
  for (const folder of ['/var/lib/truemark', '/var/lib/truemark-keys']) {
    expect(text('Containerfile')).toContain(`"${folder}"`)
    expect(compose).toMatch(new RegExp(`- \\w+:${folder}$`, 'm'))
  }
  expect(compose).toContain('UPSTREAM: truemark:8080')
  expect(text('Caddyfile')).toContain('{$UPSTREAM:127.0.0.1:8080}')
  expect(settings.PORT.fallback).toBe('8080')
})
