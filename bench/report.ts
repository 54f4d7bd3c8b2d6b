import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** A folder on the disk that the database uses, for files of comparison. */
export function cacheFolder(): string {
  const folder = join(process.cwd(), '.cache', 'bench-files')
  mkdirSync(folder, { recursive: true })
  return folder
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.trunc(sorted.length / 2)] ?? Number.NaN
}

/** Prints one result: a title and its figures. */
export function report(title: string, figures: Readonly<Record<string, number>>): void {
  const lines = Object.entries(figures).map(([name, value]) => `  ${name}: ${shown(value)}`)
  process.stdout.write(`${title}\n${lines.join('\n')}\n`)
}

function shown(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString('en')
  return value.toPrecision(3)
}
