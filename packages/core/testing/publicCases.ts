import { existsSync, readFileSync } from 'node:fs'

/** Public suites' and vendors' cases of trading rules; the folder is not part of the repository. */
const file = new URL('../../../../shared/data/vectors/trading.json', import.meta.url)

export type Fields = Readonly<Record<string, unknown>>

/** One case: what goes in, what the source states, and how far a figure may be off. */
export interface PublicCase {
  readonly id: string
  readonly group: string
  readonly inputs: Fields
  readonly expected: Fields
  readonly tolerance?: string
}

export const publicCases: readonly PublicCase[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []

/** The cases of some groups, each with its id in front as `it.each` shows it. */
export function casesOf(...groups: readonly string[]): [id: string, one: PublicCase][] {
  return publicCases.filter(({ group }) => groups.includes(group)).map((one) => [one.id, one])
}

/** Fails where a case bears a field that its runner does not read: such a case would pass without being looked at. */
export function readsAll(fields: Fields, known: readonly string[]): void {
  const strange = Object.keys(fields).filter((name) => !known.includes(name))
  if (strange.length > 0) throw new Error(`no runner reads ${strange.join(', ')}`)
}

/** A figure of a case as text. Fails where there is none. */
export function figureOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new Error(`no figure: ${JSON.stringify(value)}`)
}

/** One of a set of words. Fails on any other. */
export function wordOf<Word extends string>(value: unknown, words: readonly Word[]): Word {
  const found = words.find((word) => word === value)
  if (found === undefined) throw new Error(`none of ${words.join(', ')}: ${JSON.stringify(value)}`)
  return found
}
