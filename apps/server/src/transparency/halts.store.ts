import { haltStates } from '@truemark/core/book/listing'
import { tradeAgeMaxMs } from '@truemark/core/book/mark'
import type { Event } from '@truemark/core/vocabulary'
import { haltCauses, haltedParts } from '@truemark/protocol/routes/transparency'
import type { Fact, Projection, RowWriter } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

type Part = (typeof haltedParts)[number]
type Cause = (typeof haltCauses)[number]
type HaltState = (typeof haltStates)[number]

interface ListingState {
  halt: HaltState
  spot: boolean
  /** The last sample; 0 before the first. */
  stamp: number
}

/** What each market was stopped from, from when and until when. */
export const haltProjection: Projection<Event> = {
  name: 'halt',
  wants: ['symbolListed', 'listingConfigured', 'indexSampled'],
  apply: async (facts, writer) => {
    const states = await readStates(writer)
    const changed = new Set<number>()
    for (const { event, time } of facts) {
      if (event.type === 'indexSampled') {
        for (const { listing } of event.samples) {
          await sampled(writer, states, listing, event.stamp)
          changed.add(listing)
        }
      } else if (event.type === 'symbolListed' || event.type === 'listingConfigured') {
        await configured(writer, states, event, time)
        changed.add(event.listing)
      }
    }
    await writeStates(writer, states, changed)
  },
}

async function readStates(writer: Queryable): Promise<Map<number, ListingState>> {
  const { rows } = await writer.query<{ listing: number; halt: number; spot: boolean; stamp: string }>(
    'SELECT listing, halt, spot, stamp FROM halt_state',
  )
  return new Map(
    rows.map(({ listing, halt, spot, stamp }) => [
      listing,
      { halt: wordAt(haltStates, halt), spot, stamp: integerOf(stamp) },
    ]),
  )
}

async function writeStates(writer: Queryable, states: ReadonlyMap<number, ListingState>, changed: ReadonlySet<number>) {
  const rows = [...states].filter(([listing]) => changed.has(listing))
  await writer.query(
    `INSERT INTO halt_state (listing, halt, spot, stamp)
     SELECT * FROM unnest($1::smallint[], $2::smallint[], $3::boolean[], $4::bigint[])
     ON CONFLICT (listing) DO UPDATE SET halt = excluded.halt, spot = excluded.spot, stamp = excluded.stamp`,
    [
      rows.map(([listing]) => listing),
      rows.map(([, { halt }]) => haltStates.indexOf(halt)),
      rows.map(([, { spot }]) => spot),
      rows.map(([, { stamp }]) => stamp),
    ],
  )
}

// trading stops where the last price is too old, and goes on with the next
async function sampled(
  writer: Queryable,
  states: ReadonlyMap<number, ListingState>,
  listing: number,
  stamp: number,
): Promise<void> {
  const state = states.get(listing)
  if (state === undefined || stamp <= state.stamp) return
  const stoppedAt = state.stamp + tradeAgeMaxMs
  if (state.stamp > 0 && stamp > stoppedAt) {
    await open(writer, { listing, stopped: 'trading', cause: 'no_prices', reason: '', from: stoppedAt, until: stamp })
  }
  state.stamp = stamp
}

type Configured = Extract<Event, { type: 'symbolListed' | 'listingConfigured' }>

async function configured(
  writer: RowWriter,
  states: Map<number, ListingState>,
  { listing, terms }: Configured,
  time: Fact<Event>['time'],
): Promise<void> {
  const state = states.get(listing) ?? { halt: 'trading', spot: terms.spot, stamp: 0 }
  const begun = { listing, cause: 'operator', from: time, until: null } as const
  if (terms.halt !== state.halt) {
    if (state.halt !== 'trading') await close(writer, listing, partOf(state.halt), time)
    if (terms.halt !== 'trading') {
      await open(writer, { ...begun, stopped: partOf(terms.halt), reason: terms.haltReason })
    }
  }
  if (terms.spot !== state.spot) {
    if (terms.spot) await close(writer, listing, 'spot', time)
    else await open(writer, { ...begun, stopped: 'spot', reason: '' })
  }
  states.set(listing, { halt: terms.halt, spot: terms.spot, stamp: state.stamp })
}

function partOf(halt: HaltState): Part {
  return halt === 'halted' ? 'trading' : 'orders'
}

interface NewHalt {
  readonly listing: number
  readonly stopped: Part
  readonly cause: Cause
  readonly reason: string
  readonly from: number
  readonly until: number | null
}

async function open(writer: Queryable, { listing, stopped, cause, reason, from, until }: NewHalt): Promise<void> {
  await writer.query(
    'INSERT INTO halt (listing, stopped, cause, reason, began_at, ended_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [listing, haltedParts.indexOf(stopped), haltCauses.indexOf(cause), reason, from, until],
  )
}

async function close(writer: Queryable, listing: number, stopped: Part, time: number): Promise<void> {
  await writer.query('UPDATE halt SET ended_at = $3 WHERE listing = $1 AND stopped = $2 AND ended_at IS NULL', [
    listing,
    haltedParts.indexOf(stopped),
    time,
  ])
}

/** One stop: `until` null while it lasts. */
export interface HaltRow extends NewHalt {
  readonly id: number
}

/** Stops, the last one first, before `before`: of one market or of all. */
export async function findHalts(
  database: Queryable,
  { listing, before }: { readonly listing?: number | undefined; readonly before?: number | undefined },
  limit: number,
): Promise<HaltRow[]> {
  const { rows } = await database.query<{
    id: string
    listing: number
    stopped: number
    cause: number
    reason: string
    began_at: string
    ended_at: string | null
  }>(
    `SELECT id, listing, stopped, cause, reason, began_at, ended_at FROM halt
     WHERE id < $1 AND ($2::smallint IS NULL OR listing = $2) ORDER BY id DESC LIMIT $3`,
    [before ?? Number.MAX_SAFE_INTEGER, listing ?? null, limit],
  )
  return rows.map((row) => ({
    id: integerOf(row.id),
    listing: row.listing,
    stopped: wordAt(haltedParts, row.stopped),
    cause: wordAt(haltCauses, row.cause),
    reason: row.reason,
    from: integerOf(row.began_at),
    until: row.ended_at === null ? null : integerOf(row.ended_at),
  }))
}

/** The markets whose last sample is older than prices may be at `now`, each with when that stopped trading. */
export async function findSilent(database: Queryable, now: number): Promise<{ listing: number; from: number }[]> {
  const { rows } = await database.query<{ listing: number; stamp: string }>(
    'SELECT listing, stamp FROM halt_state WHERE stamp BETWEEN 1 AND $1 ORDER BY stamp DESC, listing',
    [now - tradeAgeMaxMs - sampleEveryMs],
  )
  return rows.map(({ listing, stamp }) => ({ listing, from: integerOf(stamp) + tradeAgeMaxMs }))
}

/** A second's sample is written once it is over. */
const sampleEveryMs = 1_000
