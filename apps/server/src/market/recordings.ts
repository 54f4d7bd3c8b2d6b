import { readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StartRefusal, errorMessage } from '../platform/startRefusal.ts'
import { parseRecorded } from './recorded.ts'
import { type Recording, replaySource } from './replay.ts'
import type { SymbolSpec } from './symbols.ts'

/** The largest recorded file that is read. */
const fileBytesMax = 256 * 1024 ** 2

/**
 * Reads a recorded file, or every CSV file of a folder; each file's name begins with its symbol, as in
 * `BTCUSDT_1m_2021-02-19_7d.csv`. Throws a StartRefusal for what can't be read, and where no symbol is ours.
 */
export function readRecordings(path: string, specs: readonly SymbolSpec[]): Recording[] {
  const recordings: Recording[] = []
  for (const file of filesAt(path)) {
    const code = /^([A-Z0-9]+)_1m[_.]/.exec(basename(file))?.[1]
    const spec = specs.find((own) => own.code === code)
    if (spec === undefined || recordings.some((own) => own.code === spec.code)) continue
    try {
      if (statSync(file).size > fileBytesMax) throw new RangeError(`more than ${fileBytesMax} bytes`)
      const minutes = parseRecorded(readFileSync(file, 'utf8'), replaySource)
      if (minutes.length === 0) throw new RangeError('no candles')
      recordings.push({ code: spec.code, priceDecimals: spec.priceDecimals, minutes })
    } catch (error) {
      throw new StartRefusal(`The recorded file ${file} can't be replayed: ${errorMessage(error)}.`)
    }
  }
  if (recordings.length > 0) return recordings
  throw new StartRefusal(
    `${path} holds no recorded minutes of a known symbol; a file is named like BTCUSDT_1m_2021.csv.`,
  )
}

function filesAt(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path]
    const names = readdirSync(path).filter((name) => name.endsWith('.csv'))
    return names.toSorted().map((name) => join(path, name))
  } catch (error) {
    throw new StartRefusal(`The recorded file ${path} can't be read: ${errorMessage(error)}.`)
  }
}
