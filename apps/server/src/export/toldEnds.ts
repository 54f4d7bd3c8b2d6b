import type { State } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import type { TermsEvidence } from '@truemark/protocol/routes/evidence'
import type { MarketEnd } from '@truemark/protocol/routes/suspensions'
import { aheadMs } from '../operator/door.ts'
import type { JournalRow } from '../engine/door.ts'
import { apartMaxMs } from '../transparency/door.ts'

/** What is signed of what is to end, or does not. */
export type EndNotice = Pick<TermsEvidence, 'id' | 'subject' | 'figures' | 'time' | 'proposed' | 'confirmed'>

/** What ends in a market. */
export interface MarketEnding {
  readonly symbol: string
  readonly ends: readonly MarketEnd[]
}

/** What an event ends in a market, at the state before it; null where it ends nothing. */
export function endingOf(event: Event, { venue, derivative, option }: State): MarketEnding | null {
  switch (event.type) {
    case 'listingConfigured':
      return ending(venue, event, [['spot', venue.listings[event.listing]?.spot, event.terms.spot]])
    case 'derivativeConfigured':
    case 'derivativeTermsSet': {
      const before = derivative.terms[event.listing]
      return ending(venue, event, [
        ['contract', before?.contractOn, event.terms.contractOn],
        ['perpetual', before?.perpetualOn, event.terms.perpetualOn],
      ])
    }
    case 'optionConfigured':
      return ending(venue, event, [['option', option.terms.get(event.listing)?.on, event.terms.on]])
    default:
      return null
  }
}

type Switch = readonly [end: MarketEnd, before: boolean | undefined, after: boolean]

function ending(
  { listings }: State['venue'],
  { listing }: { readonly listing: number },
  switches: readonly Switch[],
): MarketEnding | null {
  const ends = switches.flatMap(([end, before, after]) => (before === true && !after ? [end] : []))
  return ends.length === 0 ? null : { symbol: listings[listing]?.code ?? '', ends }
}

/**
 * What an export tells of ends in markets: each that the journal bears, beside the signed announcement that everyone could read a
 * day before, and beside its being called off.
 */
export class ToldEnds {
  readonly #notices: EndNotice[] = []
  readonly #calledOff: EndNotice[] = []
  #began = Infinity
  /** Ends that were announced a day ahead, that one operator decided alone, and of before such was announced. */
  announced = 0
  alone = 0
  before = 0

  /** Remembers what was signed of what is to end. */
  note(notice: EndNotice): void {
    if (notice.subject === '') this.#began = Math.min(this.#began, notice.time)
    const off = this.#notices.findIndex((one) => callsOff(notice, one))
    if (off !== -1) this.#calledOff.push(...this.#notices.splice(off, 1))
    else if (dueOf(notice) !== null) this.#notices.push(notice)
  }

  /**
   * What is wrong with what a row ends, as a sentence; null where nothing is.
   * @param change what the log of evidence tells of the row's change of terms; undefined where it tells nothing of it yet
   */
  fault(
    { symbol, ends }: MarketEnding,
    { seq, time }: Pick<JournalRow, 'seq' | 'time'>,
    change: Pick<TermsEvidence, 'confirmed'> | undefined,
  ): string | null {
    // what was approved up to then may have been announced on the page alone
    if (time < this.#began + aheadMs + apartMaxMs) {
      this.before += 1
      return null
    }
    const at = this.#notices.findIndex((notice) => announces(notice, symbol, ends) && isDue(notice, time))
    const [notice] = at === -1 ? [] : this.#notices.splice(at, 1)
    const what = `row ${seq} ends ${ends.join(', ')} of ${symbol}`
    if (notice === undefined) {
      const off = this.#calledOff.find((one) => announces(one, symbol, ends) && Number(dueOf(one)) + aheadMs > time)
      if (off !== undefined) return `${what}, though what the evidence ${off.id} announced was called off`
      if (change !== undefined && change.confirmed !== null)
        return `${what}, and nothing in the log of evidence announced that a day before`
      this.alone += 1
      return null
    }
    if (notice.confirmed === null || notice.proposed === null) return `${what}, and no two people announced it`
    this.announced += 1
    return null
  }
}

function announces({ subject, figures }: EndNotice, symbol: string, ends: readonly MarketEnd[]): boolean {
  return subject === symbol && ends.every((end) => figures.some(({ name, after }) => name === end && after === 'off'))
}

function dueOf({ figures }: EndNotice): string | null {
  return figures.find(({ name }) => name === 'since')?.after ?? null
}

function isDue(notice: EndNotice, time: number): boolean {
  return Math.max(notice.time + aheadMs, Number(dueOf(notice))) <= time + apartMaxMs
}

function callsOff({ subject, figures }: EndNotice, notice: EndNotice): boolean {
  const since = figures.find(({ name }) => name === 'since')
  return subject === notice.subject && since?.after === null && since.before === dueOf(notice)
}
