import type { Said } from '@truemark/core/market/sources'
import { saidIn } from '@truemark/protocol/evidence/indexChecks'
import { readDocument } from '@truemark/protocol/evidence/verify'
import { readOwnDocument } from '@truemark/protocol/evidence/ownFile'
import { jsonOf } from '@truemark/protocol/jsonOf'
import { evidenceFile } from '@truemark/protocol/routes/evidence'
import { ownEvidenceFile } from '@truemark/protocol/routes/ownEvidence'
import * as z from 'zod/mini'
import { type NamedPrice, rateSymbol } from '../market/door.ts'

/** The prices that sources are said to have named of a symbol, with that of the dollar where it counted. */
export function namedOf(symbol: string, { tops, rate }: Said): NamedPrice[] {
  const named = tops.map(({ source, quote, bid, ask, heard }) => ({ source, symbol, quote, sum: bid + ask, heard }))
  if (rate === null) return named
  const { source, bid, ask, heard } = rate
  return [...named, { source, symbol: rateSymbol, quote: 'USD', sum: bid + ask, heard }]
}

/**
 * The prices of live sources that a saved evidence file names, each once, be it one that anybody may read or one's own; none
 * where it names none or its prices are simulated; null where it is no evidence file.
 */
export function namedInFile(text: string): readonly NamedPrice[] | null {
  const json = jsonOf(text)
  const open = z.safeParse(evidenceFile, json)
  const own = z.safeParse(ownEvidenceFile, json)
  const seconds = open.success ? publicSeconds(open.data) : own.success ? ownSeconds(own.data.document) : null
  if (seconds === null) return null
  const named = seconds.flatMap(({ symbol, second }) => namedOf(symbol, saidIn(second)))
  const once = new Map(named.map((one) => [`${one.source} ${one.symbol} ${one.heard} ${one.sum}`, one]))
  return [...once.values()]
}

type Second = { readonly symbol: string; readonly second: Parameters<typeof saidIn>[0] }

function publicSeconds(file: z.infer<typeof evidenceFile>): Second[] | null {
  const found = readDocument(file)
  if (found === null) return null
  if (found.kind !== 'option' || found.simulated) return []
  return (found.sources ?? file.sources ?? []).map((second) => ({ symbol: found.symbol, second }))
}

function ownSeconds(document: string): Second[] | null {
  const found = readOwnDocument(document)
  if (found === null) return null
  if (found.simulated) return []
  if (found.kind !== 'funding') return found.ticks.map((second) => ({ symbol: second.symbol, second }))
  return found.second === null ? [] : [{ symbol: found.symbol, second: found.second }]
}
