import type { HolderId } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import type { NotificationKind } from '@truemark/protocol/notifications'
import { kindsOfPositions } from '../derivative/door.ts'
import type { Fact, Projection, RowWriter } from '../engine/door.ts'
import { filledOf } from '../spot/door.ts'
import { insertNoted, insertNotedForAll, namesOf, type Names, type Noted } from './projection.store.ts'
import { type Note, type NoteValue, symbolOf, utcText } from './note.ts'
import { notedTypes, notesOf } from './rules.ts'

interface Told extends Note {
  readonly once: string
  readonly time: number
}

/** The most filled orders of one holder notified singly per write of the projector; more are summed up. */
const fillsEachMax = 5

const announcing = ['bracketsAnnounced', 'bracketsWithdrawn', 'chargesAnnounced', 'chargesWithdrawn'] as const
/** What everybody is told of what is announced for open positions. */
const announcedKinds = {
  bracketsAnnounced: 'brackets_announced',
  bracketsWithdrawn: 'brackets_withdrawn',
  chargesAnnounced: 'charges_announced',
  chargesWithdrawn: 'charges_withdrawn',
} as const satisfies Record<(typeof announcing)[number], NotificationKind>

/**
 * What events tell people. It is written with the watermark, in one transaction: each event is told once, also across a
 * crash. Texts are not: a row holds kind and figures.
 */
export const notificationProjection: Projection<Event> = {
  name: 'notification',
  wants: [...notedTypes, ...announcing],
  apply: async (facts, writer) => {
    const told = counted(facts.flatMap(notesWithin))
    await tellAnnounced(facts, writer)
    if (told.length === 0) return
    const names = await namesOf(writer)
    const more = await detailsOf(writer, told)
    await insertNoted(
      writer,
      told.map((note): Noted => {
        const params = { ...paramsOf(note.params, names), ...more(note, names) }
        return { ...note, params }
      }),
    )
  },
}

/** Tells everybody of what is announced for open positions, since anybody may have one before it comes into force. */
async function tellAnnounced(facts: readonly Fact<Event>[], writer: RowWriter): Promise<void> {
  if (!facts.some(({ event }) => isAnnouncing(event))) return
  const names = await namesOf(writer)
  for (const { seq, place, time, event } of facts) {
    if (!isAnnouncing(event)) continue
    const symbol = names.text(symbolOf(event.listing))
    const when = 'effectiveAt' in event ? utcText(event.effectiveAt) : ''
    const kind = announcedKinds[event.type]
    await insertNotedForAll(writer, { kind, params: { symbol, when }, once: `j${seq}.${place}`, time })
  }
}

function isAnnouncing(event: Event): event is Extract<Event, { type: (typeof announcing)[number] }> {
  return event.type in announcedKinds
}

function notesWithin({ seq, place, time, event }: Fact<Event>): Told[] {
  return notesOf(event).map((note, index) => ({ ...note, time, once: `j${seq}.${place}.${index}` }))
}

/** Leaves the newest fills of a holder that has many at once, and one note that counts the others. */
function counted(notes: readonly Told[]): readonly Told[] {
  const fills = new Map<HolderId, Told[]>()
  for (const note of notes) {
    if (isFill(note)) fills.set(note.holder, [...(fills.get(note.holder) ?? []), note])
  }
  const dropped = new Set<Told>()
  const sums: Told[] = []
  for (const all of fills.values()) {
    const surplus = all.slice(0, Math.max(0, all.length - fillsEachMax))
    const last = surplus.at(-1)
    if (last === undefined || surplus.length === 1) continue
    surplus.forEach((note) => dropped.add(note))
    sums.push({ ...last, kind: 'fills_many', ref: 0, params: { count: String(surplus.length) } })
  }
  return dropped.size === 0 ? notes : [...sums, ...notes.filter((note) => !dropped.has(note))]
}

function isFill({ kind }: Note): boolean {
  return kind === 'spot_filled' || kind === 'order_filled'
}

/** What rows of other read models add: how much an order came to, and what a position is. */
async function detailsOf(
  writer: RowWriter,
  told: readonly Told[],
): Promise<(note: Note, names: Names) => Record<string, string>> {
  const refs = (kind: Note['kind']): number[] => told.filter((note) => note.kind === kind).map(({ ref }) => ref)
  const spot = await filledOf(writer, refs('spot_filled'))
  const positions = await kindsOfPositions(writer, refs('liquidated_position'))
  return (note, names) => {
    if (note.kind === 'liquidated_position')
      return { game: positions.get(note.ref) === 'ticket' ? 'contract' : 'position' }
    const order = note.kind === 'spot_filled' ? spot.get(note.ref) : undefined
    return order === undefined ? {} : names.filled(order)
  }
}

function paramsOf(params: Readonly<Record<string, NoteValue>>, names: Names): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, names.text(value)]))
}
