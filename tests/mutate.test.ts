import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { mutate } from '../tools/mutate/mutants.mjs'
import { plan, testsOf } from '../tools/mutate/plan.mjs'
import { unjudged } from '../tools/mutate/unjudged.mjs'

const root = join(import.meta.dirname, '..')

it('the plan of mutants names files and tests that are there, each file once, and each can be mutated', () => {
  const files = plan.map(({ file }) => file)
  expect(new Set(files).size).toBe(files.length)
  const wrong = plan.flatMap(({ file, tests }) => {
    const missing = [file, ...tests].filter((path) => !existsSync(join(root, path)))
    if (missing.length > 0) return missing
    const { mutants, instrumented } = mutate(file, readFileSync(join(root, file), 'utf8'))
    const isWhole = parseSync(file, instrumented).errors.length === 0
    return isWhole && mutants.length > 0 && testsOf(root, tests).length > 0 ? [] : [file]
  })
  expect(wrong).toEqual([])
})

it('every file of the core has mutants made of it, or is named with the reason why not', () => {
  const core = readdirSync(join(root, 'packages/core'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => !file.startsWith('testing/') && !file.startsWith('node_modules/'))
  const judged = plan.map(({ file }) => file.replace('packages/core/', ''))
  const named = [...judged.filter((file) => !file.startsWith('apps/')), ...unjudged.flatMap(({ files }) => files)]
  expect(named.toSorted()).toEqual(core.toSorted())
  expect(new Set(named).size).toBe(named.length)
})

it('the table of mutants has a row of each file of the plan, which adds up and reaches the goal', () => {
  const table = readFileSync(join(root, 'docs/reference/mutation.md'), 'utf8')
  const row = /^\| `(.+)` \| (\d+) \| (\d+) \| (\d+) \| ([\d.]+) % \| /gm
  const rows = table.split('| File (').flatMap((part) => {
    const [folder = ''] = part.split(')', 1)
    return [...part.matchAll(row)].map(([, file = '', ...figures]) => {
      return { file: `${folder}/${file}`, figures: figures.map(Number) }
    })
  })
  expect(rows.map(({ file }) => file)).toEqual(plan.map(({ file }) => file))
  for (const { file, figures } of rows) {
    const [mutants = 0, killed = 0, survived = 0, score = 0] = figures
    expect(killed + survived, file).toBe(mutants)
    expect(Math.abs((killed * 100) / mutants - score), file).toBeLessThanOrEqual(0.05)
    expect(score, file).toBeGreaterThanOrEqual(85)
  }
})

it('a mutant is one fault at one place, and a source with all of them does what it did', () => {
  const source = `export function fee(amount, rate) {
  if (amount < 0n) throw new RangeError('below nothing')
  let whole = amount * rate
  whole += 1n
  return Math.min(Number(whole), 9) > 5 && rate !== 2n ? 'up' : 'down'
}
fee(1n, 1n)
`
  const { mutants, instrumented } = mutate('fee.ts', source)
  const told = mutants.map(({ line, from, to }) => `${line} ${from} → ${to}`)
  expect(told).toEqual(expect.arrayContaining(['2 amount < 0n → amount <= 0n', '4 whole += 1n → whole -= 1n']))
  expect(told).toEqual(
    expect.arrayContaining(["5 'up' → 'down'", '5 Math.min(Number(whole), 9) → Math.max(Number(whole), 9)']),
  )
  expect(told.some((one) => one.includes('below nothing'))).toBe(false)
  const script = `${instrumented.replace('const { mutation } = globalThis;', '').replace('export ', '')}; [fee(4n, 3n), fee(0n, 3n)].join()`
  const run = (active: number) => String(runInNewContext(script, { mutation: (id: number) => id === active }))
  expect(run(0)).toBe('up,down')
  const swapped = mutants.find(({ to }) => to === "'down'")?.id ?? 0
  expect(run(swapped)).toBe('down,down')
})
