import type { HolderId } from '@truemark/core/ledger/holders'
import type { Command } from '@truemark/core/vocabulary'
import { isReason } from '@truemark/protocol/errors'
import { house } from '../engine/door.ts'
import {
  type ActingOperator,
  type AloneDeed,
  type AloneRoom,
  type Begun,
  type CappedDeed,
  beginDeed,
  endDeed,
  isKnown,
  removeBegun,
} from '../operator/door.ts'
import { type Outcome, type RequestKey, done, refused, replayed } from '../platform/http/call.ts'
import { Turns } from '../platform/turns.ts'
import { isRepeat, isUnknown } from './keys.ts'
import type { WalletPorts } from './ports.ts'

export type WalletAction =
  | `deposit_${'completed' | 'rejected'}`
  | `withdrawal_${'approved' | 'paid' | 'errored' | 'rejected' | 'released'}`

/** What an operator does to one request of a person, as it stands in the audit log. */
export interface Deed {
  readonly actor: ActingOperator
  readonly action: WalletAction
  /** Whose request it is. */
  readonly userId: number
  readonly subject: string
  readonly reason: string
  readonly detail: Readonly<Record<string, string>>
  readonly holder: HolderId
  readonly command: Command
  /** What it counts for, where it completes money of others. */
  readonly counts?: Omit<CappedDeed, 'subject'>
  /** What one operator would do with nobody else; null where a second person has a part in it. */
  readonly alone?: Omit<AloneDeed, 'subject'> | null
  /** What its end is noted of, where that is known only once it is done; else, and after a crash, the subject. */
  readonly done?: () => Promise<string>
  readonly key: RequestKey | null
}

interface Room {
  /** Whether the deed was not counted before. */
  readonly day: boolean
  /** What was counted as done alone; null where another has a part in it. */
  readonly alone: AloneRoom | null
}

/** Deeds on one account come one after the other: what one has counted, the next neither takes for its own nor loses. */
const turns = new Turns<HolderId>()

async function takeRoom({ proposals }: WalletPorts, { subject, counts, alone }: Deed): Promise<Outcome<Room>> {
  const { dayCap, singleOperator } = proposals
  // where nobody else could do it nobody is asked; the public is told so
  const own = alone && !singleOperator ? await dayCap.takeAlone({ ...alone, subject }) : done(null)
  if (!own.ok) return own
  const day = counts === undefined ? done(false) : await dayCap.takeNow({ ...counts, subject })
  if (!day.ok && alone && own.data?.isNew === true) await dayCap.giveBackAlone({ kind: alone.kind, subject })
  return day.ok ? done({ day: day.data, alone: own.data }) : day
}

async function giveBack({ proposals }: WalletPorts, { subject, alone }: Deed, room: Room): Promise<void> {
  if (room.day) await proposals.dayCap.giveBack({ subject })
  if (alone && room.alone?.isNew === true) await proposals.dayCap.giveBackAlone({ kind: alone.kind, subject })
}

/** What was counted stands in the audit log too, which is chained: a table that forgets is found out. */
function aloneDetail(room: AloneRoom | null): Record<string, string> {
  if (room === null) return {}
  return { alone: String(room.worth), alone_below: String(room.bound), alone_at: String(room.time) }
}

/**
 * Notes that it is asked for, has the engine do it, and notes what came of it: nothing is done for an operator without an
 * entry, and no entry says what did not happen. Of an answer that was lost nobody knows; that a second person is needed
 * is no refusal where `waits`: they are asked next.
 */
export function perform(ports: WalletPorts, deed: Deed, waits = false): Promise<Outcome<null>> {
  return turns.take(deed.holder, () => performInTurn(ports, deed, waits))
}

async function performInTurn(ports: WalletPorts, deed: Deed, waits: boolean): Promise<Outcome<null>> {
  const { database, exchange, reads } = ports
  const { holder, subject } = deed
  const room = await takeRoom(ports, deed)
  if (!room.ok) return room
  const before = await isRepeat(ports, holder, deed.key)
  const { key, at, outcome } = await begin(ports, deed, { alone: aloneDetail(room.data.alone), before })
  if (outcome !== null && outcome !== '') {
    await giveBack(ports, deed, room.data)
    return refused(isReason(outcome) ? outcome : 'server_error')
  }
  const executed = await exchange.command(house, deed.command, key)
  reads.note(holder, executed.seq)
  if (executed.ok) {
    if (deed.done !== undefined) await reads.settled(holder)
    const noted = (await deed.done?.()) ?? subject
    // asked again under its key it is done once
    await database.transaction((client) => endDeed(client, at, '', noted))
    await reads.settled(holder)
    return replayed(done(null), before)
  }
  const { params, reason } = executed
  if (!isUnknown(reason)) await giveBack(ports, deed, room.data)
  if (waits && reason === 'second_person_needed') await removeBegun(database, at)
  // what the engine refuses under a key that it knows is another request than the one that it has done
  else if (!before && isKnown(key, reason)) await database.transaction((client) => endDeed(client, at, reason))
  return refused(reason, params)
}

// what was done under its key already is not begun: the engine answers it as it did
async function begin(
  ports: WalletPorts,
  { action, actor, command, detail, holder, key, reason, subject, userId }: Deed,
  { alone, before }: { readonly alone: Readonly<Record<string, string>>; readonly before: boolean },
): Promise<Begun> {
  if (before && key !== null) return { key, at: { holder, route: key.route, id: key.id }, outcome: null }
  const told = { actor, subject, reason, touched: [ports.ids.write('user', userId)] }
  const asked = { ...told, action: `${action}_asked`, detail } as const
  const entry = { ...told, action, detail: { ...detail, ...alone } }
  const beginning = { entry, refusedAs: `${action}_refused`, command, key, asked } as const
  return ports.database.transaction((client) => beginDeed(client, beginning))
}
