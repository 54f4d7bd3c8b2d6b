import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const rooms = ['apps', 'packages']
const skipped = new Set(['node_modules', 'dist', '.cache', 'locales'])

/** The sources of a folder that are no tests. */
function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sourcesOf(path)
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [readFileSync(path, 'utf8')] : []
  })
}

/** The paths of a file's texts, as they are asked for. */
function pathsOf(texts: object, before: readonly string[] = []): string[] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null ? pathsOf(text, [...before, name]) : [[...before, name].join('.')],
  )
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

it('every text is asked for somewhere', () => {
  const sources = [
    ...rooms.flatMap((room) => sourcesOf(join(root, room))),
    readFileSync(join(import.meta.dirname, 'serverTexts.ts'), 'utf8'),
    readFileSync(join(import.meta.dirname, 'statementTexts.ts'), 'utf8'),
  ]
  const words = new Set<string>()
  const patterns = new Set<string>()
  for (const source of sources) {
    for (const [word] of source.matchAll(/[A-Za-z0-9_]+/g)) words.add(word)
    for (const [, made] of source.matchAll(/`([\w.]*\$\{[^`]*?\}[\w.]*)`/g)) patterns.add(made ?? '')
  }
  // `${…}` stands for one step of a path or a part of it; one that says nothing else would let everything pass
  const made = [...patterns]
    .filter((pattern) => /\w/.test(pattern.replaceAll(/\$\{[^}]*\}/g, '')))
    .map((pattern) =>
      pattern
        .split(/\$\{[^}]*\}/)
        .map(escaped)
        .join('[^.]+'),
    )
  const isMade = new RegExp(`(^|\\.)(${made.join('|')})$`)
  const unused = readdirSync(join(import.meta.dirname, 'en')).flatMap((file) => {
    const texts: object = JSON.parse(readFileSync(join(import.meta.dirname, 'en', file), 'utf8'))
    return pathsOf(texts)
      .filter((path) => !words.has(path.split('.').at(-1) ?? '') && !isMade.test(path))
      .map((path) => `${file}: ${path}`)
  })
  expect(unused).toEqual([])
})
