import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasTest } from './shown.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/reference/safeguards.md'), 'utf8')

interface Row {
  readonly id: string
  readonly shown: readonly { readonly file: string; readonly title: string }[]
  readonly unshown: string
}

function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    const [, id = '', , shown = '', unshown = ''] = line.split(/(?:^| )\|(?: |$)/)
    if (!/^[ST]\d+$/.test(id)) return []
    const entries = [...shown.matchAll(/`([^`]+)`: “(.+?)”(?=<br>|$)/g)]
    return [{ id, unshown, shown: entries.map(([, file = '', title = '']) => ({ file, title })) }]
  })
}

/** The ids that a line of the page lists. */
function listed(name: string): string[] {
  return (new RegExp(`^- ${name}: (.+)$`, 'm').exec(page)?.[1] ?? '').split(' ')
}

const rows = rowsOf(page)

describe('docs/reference/safeguards.md', () => {
  it('has a row for each safeguard and each hazard case, once and in order', () => {
    const ids = [...listed('Safeguards'), ...listed('Hazard cases')]
    expect(rows.map(({ id }) => id)).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(listed('Safeguards')).toEqual(Array.from({ length: 18 }, (_, at) => `S${at + 1}`))
    expect(listed('Hazard cases')).toHaveLength(76)
  })

  it.each(rows)('$id names tests that there are, or says why there is none', ({ shown, unshown }) => {
    expect(shown.length > 0 || unshown.length > 20).toBe(true)
    for (const { file, title } of shown) {
      const path = join(root, file)
      expect(existsSync(path), file).toBe(true)
      expect(/\.(test|journey)\.tsx?$/.test(file), file).toBe(true)
      expect(hasTest(readFileSync(path, 'utf8'), title), `${file}: ${title}`).toBe(true)
    }
  })

  it('has no entry that is written otherwise than the others', () => {
    const written = page.split('“').length - 1
    const read = rows.flatMap(({ shown }) => shown.flatMap(({ title }) => ['', ...title.split('“').slice(1)])).length
    expect(read).toBe(written)
  })
})

describe('docs/reference/trust.md', () => {
  const trust = readFileSync(join(root, 'docs/reference/trust.md'), 'utf8')
  const named = [...trust.matchAll(/`([^`]+)`: “(.+?)”/g)].map(([, file = '', title = '']) => ({ file, title }))

  it('names tests that there are', () => {
    expect(named.length).toBeGreaterThan(20)
    const missing = named.filter(({ file, title }) => {
      const path = join(root, file)
      return !existsSync(path) || !hasTest(readFileSync(path, 'utf8'), title)
    })
    expect(missing).toEqual([])
  })
})
