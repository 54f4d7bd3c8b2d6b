import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const skipped = new Set(['node_modules', 'dist', '.cache'])

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

/** Whether one of the sources of some folders asks for a text. */
function asking(folders: readonly string[]): (path: string) => boolean {
  const words = new Set<string>()
  const patterns = new Set<string>()
  for (const source of folders.flatMap((folder) => sourcesOf(join(root, folder)))) {
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
  return (path) => words.has(path.split('.').at(-1) ?? '') || isMade.test(path)
}

// what several apps draw with, and the names that both sides of the wire have
const shared = ['packages']
/** Whose texts a file has: a file that no row names is the web app's. */
const owners: readonly { readonly files: RegExp; readonly rooms: readonly string[] }[] = [
  { files: /^desk(\/|\.)/, rooms: ['apps/desk'] },
  { files: /^(disclosure|mail|showroom|statement)\./, rooms: ['apps/server'] },
  { files: /^(errors|successes)\./, rooms: ['apps'] },
  { files: /^(account|guide|notification|verification|wallet)\./, rooms: ['apps/server', 'apps/web'] },
  { files: /./, rooms: ['apps/web'] },
]

const files = readdirSync(join(import.meta.dirname, 'en'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.json'),
)

describe.each(owners)('the texts in $files', (owner) => {
  const asksFor = asking([...owner.rooms, ...shared])

  it('are asked for by the apps whose they are', () => {
    const own = files.filter((file) => owners.find((one) => one.files.test(file)) === owner)
    const unused = own.flatMap((file) => {
      const texts: object = JSON.parse(readFileSync(join(import.meta.dirname, 'en', file), 'utf8'))
      return pathsOf(texts)
        .filter((path) => !asksFor(path))
        .map((path) => `${file}: ${path}`)
    })
    expect(own.length).toBeGreaterThan(1)
    expect(unused).toEqual([])
  })
})
