import { setImmediate } from 'node:timers/promises'
import { decode } from '@truemark/core/codec/codec'
import { type HolderId, holderName, houseOf } from '@truemark/core/ledger/holders'
import { factsCodec } from '@truemark/core/record'
import type { Event } from '@truemark/core/vocabulary'
import { ownChecksOf } from '@truemark/protocol/evidence/ownFile'
import { fundingNumber } from '../derivative/door.ts'
import { findJournalEnd, readRowsAt, splitFrames } from '../engine/door.ts'
import { startRounds } from '../platform/rounds.ts'
import { errorMessage } from '../platform/startRefusal.ts'
import { noteOwnCheck } from './ownChecks.ts'
import { ownEvidenceOf } from './ownEvidence.ts'
import type { EvidencePorts } from './ports.ts'

const everyMs = 5_000
/** The rows searched in a round, the newest first. All of them are executed again once a day. */
const rowsMax = 64
/** The orders and exchanges whose evidence is made in a round. */
const subjectsMax = 10
/** How long after it was written the read models have a row (ms). */
const projectedMs = 3_000
const shownMax = 5

/** Somebody's order, position or exchange that met the house, or a funding that changed what is theirs. */
interface Subject {
  readonly holder: HolderId
  readonly id: string
}

/**
 * Makes the evidence of what met the house in the rows after one, as its owners are shown it, and notes whether it holds.
 * Gives the last row that was looked at; null where there is none.
 */
export async function checkOwnEvidence(ports: EvidencePorts, after: number | null): Promise<number | null> {
  const { database, now } = ports
  const end = await findJournalEnd(database)
  // what was before this start is executed again with the whole
  if (end === null || after === null) return end?.seq ?? null
  const first = Math.max(after + 1, end.seq - rowsMax + 1)
  const seqs = Array.from({ length: Math.max(0, end.seq - first + 1) }, (_, at) => first + at)
  const rows = (await readRowsAt(database, seqs)).filter(({ time }) => time <= now() - projectedMs)
  const subjects = new Map<string, Subject>()
  for (const row of rows) {
    // a full row has thousands of facts: who waits for an answer comes between
    await setImmediate()
    for (const event of splitFrames(row.events).flatMap((frame) => decode(factsCodec, frame)))
      for (const subject of subjectsOf(ports, event))
        subjects.set(`${holderName(subject.holder)} ${subject.id}`, subject)
  }
  const faults: string[] = []
  let passed = 0
  for (const { holder, id } of drawn([...subjects.values()])) {
    const fault = await faultOf(ports, holder, id)
    if (fault === null) passed += 1
    else faults.push(`${id}: ${fault}`)
  }
  if (passed + faults.length > 0) {
    const outcome = { passed, failed: faults.length, detail: faults.slice(0, shownMax).join('; ') }
    await database.transaction((client) => noteOwnCheck(client, 'fills', outcome, now()))
  }
  return rows.at(-1)?.seq ?? after
}

/** Evenly drawn where there are too many. */
function drawn(subjects: readonly Subject[]): readonly Subject[] {
  const step = Math.ceil(subjects.length / subjectsMax)
  return step <= 1 ? subjects : subjects.filter((_, at) => at % step === 0)
}

function subjectsOf({ ids }: Pick<EvidencePorts, 'ids'>, event: Event): readonly Subject[] {
  switch (event.type) {
    case 'converted':
      return [{ holder: event.holder, id: ids.write('exchange', event.conversion) }]
    case 'spotTraded': {
      const { makerHolder, takerHolder, makerOrder, takerOrder } = event
      if (houseOf(makerHolder) !== null) return [{ holder: takerHolder, id: ids.write('order', takerOrder) }]
      return houseOf(takerHolder) === null ? [] : [{ holder: makerHolder, id: ids.write('order', makerOrder) }]
    }
    case 'derivativeTraded': {
      const { maker, taker } = event
      const own = houseOf(maker.holder) !== null ? taker : houseOf(taker.holder) !== null ? maker : null
      if (own === null) return []
      const number = own.order || own.closing || own.opening
      return [{ holder: own.holder, id: ids.write('derivative', number) }]
    }
    case 'fundingPaid': {
      const id = ids.write('funding', fundingNumber(event))
      return event.lines.map(({ holder }) => ({ holder, id }))
    }
    default:
      return []
  }
}

/** Reckons evidence anew, as its owner does: what does not hold; null where all does. */
async function faultOf(ports: EvidencePorts, holder: HolderId, id: string): Promise<string | null> {
  try {
    const own = await ownEvidenceOf(ports, { holder, id, after: 0 })
    if (own === null) return 'it is not told'
    const failed = ownChecksOf(own.found).filter(({ holds }) => holds === false)
    return failed.length === 0 ? null : failed.map(({ name }) => name).join(', ')
  } catch (error) {
    return errorMessage(error)
  }
}

/** Checks what met the house, every five seconds. Returns how to stop. */
export function startOwnEvidenceChecks(ports: EvidencePorts, onError: (error: unknown) => void): () => Promise<void> {
  let last: number | null = null
  const look = async (): Promise<void> => {
    last = await checkOwnEvidence(ports, last)
  }
  return startRounds(look, { everyMs, first: 'later', onError })
}
