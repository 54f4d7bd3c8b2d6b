import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../packages/ui')
const sheets = readdirSync(root).filter((name) => name.endsWith('.css'))
/** What the compositor moves by itself, and what changes at once. */
const cheap = new Set(['opacity', 'transform', 'visibility'])

it('nothing moves but what costs the page no painting, since prices move all the time', () => {
  const moved = sheets.flatMap((name) => {
    const css = readFileSync(join(root, name), 'utf8')
    return [...css.matchAll(/@keyframes [\w-]+ \{((?:[^{}]*\{[^{}]*\})*)\s*\}/g)].flatMap(([, steps = '']) =>
      [...steps.matchAll(/([\w-]+):/g)].map(([, property = '']) => property),
    )
  })
  expect(moved.length).toBeGreaterThan(3)
  expect(moved.filter((property) => !cheap.has(property))).toEqual([])
})
