import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const room = join(import.meta.dirname, '..')
const locales = join(import.meta.dirname, '../../../../packages/locales/en/desk')
const areas = readdirSync(locales).map((file) => file.replace('.json', ''))

/** What a source imports, with the names that it takes; none where it takes all. */
interface Link {
  readonly to: string
  readonly names: readonly string[]
}

const links = /\b(?:import|export)\s+(?!type\b)(?:\{([^}]*)\}\s+from\s+)?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/g

function linksOf(file: string): Link[] {
  return [...readFileSync(file, 'utf8').matchAll(links)].map(([, names = '', from, late]) => ({
    to: resolve(dirname(file), from ?? late ?? ''),
    names: names.split(',').map((name) => name.trim().split(' as ')[0] ?? ''),
  }))
}

/** The areas of which a source asks for texts. */
function askedIn(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const whole = source.includes("useTranslations('desk')")
  return areas.filter(
    (area) =>
      new RegExp(`useTranslations\\('desk\\.${area}[.']`).test(source) ||
      (whole && new RegExp(`['"\`]${area}\\.`).test(source)),
  )
}

/** All sources that a source brings with it; of a door those alone whose names are taken. */
function broughtBy(file: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const { to, names } of linksOf(file)) {
    if (!to.endsWith('/door.ts')) broughtBy(to, found)
    else for (const link of linksOf(to)) if (link.names.some((name) => names.includes(name))) broughtBy(link.to, found)
  }
  return found
}

const askedBy = (files: Iterable<string>) => [...new Set([...files].flatMap(askedIn))].toSorted()

const sources = ['router.tsx', 'products.ts'].map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
const screens = [
  ...sources.join('').matchAll(/(?:screen\(|at\(\s*'[^']+',)\s*\(\) => import\('([^']+)'\),([^)]*)\)/g),
].map(([, from = '', rest = '']) => {
  const [name = '', ...given] = [...rest.matchAll(/'(\w+)'/g)].map(([, word = '']) => word)
  return { name, file: resolve(import.meta.dirname, from), given }
})

describe('the texts of the desk', () => {
  it('that come first are all that its frame and the way in ask for', () => {
    const lazy = screens.map(({ file }) => file)
    const first = [...broughtBy(join(room, 'main.tsx'), new Set(lazy))]
    expect(askedBy(first.filter((file) => !lazy.includes(file)))).toEqual([])
  })

  it.each(screens)('$name is given those that it and what it draws ask for, and no others', ({ file, given }) => {
    expect(given.toSorted()).toEqual(askedBy(broughtBy(file)))
  })

  it('each come with a screen', () => {
    expect(areas.filter((area) => !screens.some(({ given }) => given.includes(area)))).toEqual([])
    expect(screens.length).toBeGreaterThan(30)
  })
})
