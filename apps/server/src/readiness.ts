import type { EngineState } from './engine/door.ts'

/** What is known of the server at a moment. */
export interface Condition {
  readonly isStopping: boolean
  /** What is wrong with the embedded database, as a sentence. */
  readonly databaseTrouble: string | null
  /** For how long (ms) the database has answered nothing. */
  readonly databaseSilent: number
  readonly engine: EngineState
  /** How far (ms of engine time) the read models are behind. */
  readonly lag: number
  readonly checksFailed: number
  readonly setAside: number
  /** For how long (ms) the bucket of what people send has not taken or given; null where there is none. */
  readonly filesAway: number | null
  /** Each market with the age of its index (ms); null where it never had one. */
  readonly prices: readonly { readonly symbol: string; readonly age: number | null }[]
}

/** How long a database asked every few seconds may be silent before it counts as gone (ms). */
export const databaseSilentMax = 10_000
/** Behind by more (ms), histories answer nothing new: people are better off at a page that says so. */
export const lagMax = 30_000
/** An index that is older (ms) opens nothing any more. */
export const priceAgeMax = 15_000

/** Why the server is to get no requests now, as a sentence; null where it serves. */
export function whyNotReady(condition: Condition): string | null {
  const { isStopping, databaseTrouble, databaseSilent, engine, lag } = condition
  if (isStopping) return 'the server stops'
  if (databaseTrouble !== null) return databaseTrouble
  if (engine !== 'running') return `the engine is ${engine}`
  if (databaseSilent > databaseSilentMax)
    return `the database has not answered for ${Math.round(databaseSilent / 1000)} s`
  if (lag > lagMax) return `the read models are ${Math.round(lag / 1000)} s behind the journal`
  return null
}

/**
 * What an operator has to know of a server that serves, as a sentence; null for nothing. Prices that are missing are no
 * reason to take it away from people: what is theirs they must see, and may withdraw.
 */
export function whatIsWrong({ checksFailed, setAside, filesAway, prices }: Condition): string | null {
  if (checksFailed > 0) return `${checksFailed} of its checks of itself do not hold: the desk says which`
  if (setAside > 0) return `${setAside} committed facts are set aside: read models lack them`
  const silent = prices.filter(({ age }) => age === null || age > priceAgeMax).map(({ symbol }) => symbol)
  if (silent.length === 0) return whatIsAway(filesAway)
  if (silent.length === prices.length) return 'no market has a price'
  return `${silent.length} of ${prices.length} markets have no price: ${silent.join(', ')}`
}

/** What an operator has to know where files are away for this long (ms), as a sentence; null for nothing. */
export function whatIsAway(filesAway: number | null): string | null {
  return (filesAway ?? 0) === 0 ? null : `the bucket of files is away for ${Math.round((filesAway ?? 0) / 1000)} s`
}
