import { mkdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'

/** A load average above this many says that others had the machine as well. */
const quietLoadMax = 2

/** A folder on the disk that the database uses, for files of comparison. */
export function cacheFolder(): string {
  const folder = join(process.cwd(), '.cache', 'bench-files')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Prints one result: a title and its figures, and whether the machine was quiet meanwhile. */
export function report(title: string, figures: Readonly<Record<string, number>>): void {
  const lines = Object.entries(figures).map(([name, value]) => `  ${name}: ${shown(value)}`)
  const load = loadavg()[0] ?? 0
  const state = load > quietLoadMax ? 'provisional: others had the machine too' : 'quiet'
  lines.push(`  load average ${load.toPrecision(3)} on ${cpus().length} processors (${state})`)
  process.stdout.write(`${title}\n${lines.join('\n')}\n`)
}

/** Prints whether a figure keeps its target, and fails the process where not. */
export function target(name: string, value: number, bound: { readonly min: number } | { readonly max: number }): void {
  const keeps = 'min' in bound ? value >= bound.min : value <= bound.max
  const rule = 'min' in bound ? `at least ${bound.min}` : `at most ${bound.max}`
  if (!keeps) process.exitCode = 1
  process.stdout.write(`  ${keeps ? 'kept' : 'MISSED'}: ${name} ${shown(value)}, target ${rule}\n`)
}

function shown(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString('en')
  return value.toPrecision(3)
}
