import type { State } from '@truemark/core/state'
import type { Event } from '@truemark/core/vocabulary'
import type { KeyChain } from '@truemark/protocol/evidence/keyChain'
import type { WitnessStatement } from '@truemark/protocol/evidence/witnessed'
import { readDocument, resultChecks } from '@truemark/protocol/evidence/verify'
import type { JournalRow } from '../engine/door.ts'
import { EvidenceLogWalk, assetFault, sha256 } from '../transparency/door.ts'
import { Decided, type Decision } from './decisions.ts'
import { differing } from './differing.ts'
import { type EvidenceLine, evidenceHeadLine, evidenceLine, files } from './layout.ts'
import type { Openings } from './openings.ts'
import { LineReader, linesOf } from './read.ts'
import { witnessOf } from './witnessed.ts'
import { ToldEnds, endingOf } from './toldEnds.ts'
import { ToldSeconds } from './toldSeconds.ts'
import { ToldTerms } from './toldTerms.ts'

/** The latest a decision stands in the log after it was made, whatever the load (ms). */
const loggedWithinMs = 600_000

/** What evidence is held against that stands in other files. */
export interface ToldBeside {
  readonly openings: Openings | null
  /** The first key of the proofs of what is owed, and the digest of each proof by its number. */
  readonly installation: string
  readonly digestOf: (epoch: number) => string | null
}

interface Place {
  readonly at: number
  readonly length: number
}

/**
 * The log of evidence of an export, first by itself (digests, signatures, heads, and each result from its own prices), then
 * beside the journal: each document against the row that decided, each second that it shows against the row that recorded
 * it, and each decision of the journal against the log. It keeps where each document stands and none of them.
 */
export class ToldEvidence {
  readonly #lines: LineReader<EvidenceLine>
  readonly #beside: ToldBeside
  readonly #seconds = new ToldSeconds()
  readonly #terms = new ToldTerms()
  readonly #decided = new Decided()
  readonly ends = new ToldEnds()
  readonly #places = new Map<string, Place>()
  // closings of liquidations have no number of their own in the journal: the log has them in its order
  readonly #liquidations: { readonly place: Place; readonly number: number }[] = []
  #nextLiquidation = 0
  #unlogged: { readonly name: string; readonly time: number } | null = null
  entries = 0

  private constructor(lines: LineReader<EvidenceLine>, beside: ToldBeside) {
    this.#lines = lines
    this.#beside = beside
  }

  /** Opens the log of an export; `fault` tells what is wrong with it by itself. */
  static async open(
    folder: string,
    spans: KeyChain['spans'],
    witnessed: readonly WitnessStatement[],
    beside: ToldBeside,
  ): Promise<{ told: ToldEvidence; fault: string | null }> {
    const told = new ToldEvidence(LineReader.open(folder, files.evidence, evidenceLine), beside)
    return { told, fault: await told.#read(folder, spans, witnessed) }
  }

  async #read(
    folder: string,
    spans: KeyChain['spans'],
    witnessed: readonly WitnessStatement[],
  ): Promise<string | null> {
    const walk = new EvidenceLogWalk(spans)
    for (const { time, evidence } of witnessed) walk.tell(evidence, witnessOf(time))
    for await (const { value } of linesOf(folder, files.evidenceHeads, evidenceHeadLine)) {
      const fault = walk.headFault({ ...value, signature: Buffer.from(value.signature, 'hex') })
      if (fault !== null) return fault
    }
    for await (const { value, at, length } of linesOf(folder, files.evidence, evidenceLine)) {
      const [digest, signature] = [Buffer.from(value.digest, 'hex'), Buffer.from(value.signature, 'hex')]
      const fault = walk.entryFault({ ...value, digest, signature }, []) ?? this.#note(value, { at, length })
      if (fault !== null) return fault
    }
    this.entries = walk.size
    return walk.endFault()
  }

  #note(line: EvidenceLine, place: Place): string | null {
    const { kind, number } = line
    const where = `evidence_entry place=${line.place}`
    const document = readDocument(line)
    if (document?.kind !== kind) return `${where}, kind: the document is of ${document?.kind}`
    const failed = resultChecks(document, { reckoning: null, sources: null }, sha256).find(
      ({ holds }) => holds === false,
    )
    if (failed !== undefined) return `${where}, document: its own prices do not give it (${failed.name})`
    // the audit log and what people said are no part of an export: these stand by their signatures alone
    if (document.kind === 'payout') return null
    if (document.kind === 'notice') {
      if (document.term === 'ending') this.ends.note(document)
      const unsigned = assetFault(document, this.#beside.installation, this.#beside.digestOf)
      return unsigned === null ? null : `${where}, document: ${unsigned}`
    }
    if (document.kind === 'terms') return this.#terms.note(number, document)
    this.#seconds.note(document)
    if (kind === 'liquidation') this.#liquidations.push({ place, number })
    else if (this.#places.has(`${kind} ${number}`)) return `${where}, number: the decision has an entry already`
    else this.#places.set(`${kind} ${number}`, place)
    return null
  }

  /** What evidence tells otherwise of a fact, at the state before it; null where nothing does. */
  fault(event: Event, state: State, row: JournalRow): string | null {
    if (event.type === 'indexSampled' || event.type === 'sourcesSampled' || event.type === 'heardSampled')
      return this.#seconds.fault(event, state)
    const ending = endingOf(event, state)
    const unannounced = ending === null ? null : this.ends.fault(ending, row, this.#terms.of(row.seq))
    const changed = unannounced ?? this.#terms.fault(event, row)
    if (changed !== null) return changed
    for (const decision of this.#decided.by(event, state, row)) {
      const fault = this.#decisionFault(decision, state)
      if (fault !== null) return fault
    }
    return null
  }

  #decisionFault({ kind, number, found, time, reckoned = null }: Decision, state: State): string | null {
    const name = number === null ? `the closing of ${kind} ${this.#nextLiquidation + 1}` : `the ${kind} ${number}`
    const place = number === null ? this.#takeLiquidation() : this.#takePlace(`${kind} ${number}`)
    if (place === undefined) {
      this.#unlogged ??= { name, time }
      return null
    }
    const document = readDocument(this.#lines.read(place))
    if (document?.kind !== kind) return `${name}: its evidence is of ${document?.kind}`
    const fault = differing(`the evidence of ${name}`, { ...document }, found)
    if (fault !== null || document.kind !== 'liquidation' || document.reckoning_digest === undefined) return fault
    const logged = this.#liquidations[this.#nextLiquidation - 1]?.number ?? 0
    return this.#beside.openings?.fault(logged, document.reckoning_digest, reckoned, state) ?? null
  }

  #takePlace(name: string): Place | undefined {
    const place = this.#places.get(name)
    this.#places.delete(name)
    return place
  }

  #takeLiquidation(): Place | undefined {
    const next = this.#liquidations[this.#nextLiquidation]
    if (next !== undefined) this.#nextLiquidation += 1
    return next?.place
  }

  /** What is left once the journal is at its end (UTC ms): evidence of nothing, or decisions without evidence. */
  endFault(time: number): string | null {
    const [name] = this.#places.keys()
    if (name !== undefined) return `evidence_entry of the ${name}: no row decided it`
    if (this.#nextLiquidation < this.#liquidations.length)
      return `evidence_entry of liquidation ${this.#liquidations[this.#nextLiquidation]?.number}: no row decided it`
    const unlogged = this.#unlogged
    if (unlogged !== null && time - unlogged.time > loggedWithinMs)
      return `evidence_entry: ${unlogged.name} of ${new Date(unlogged.time).toISOString()} is not in it`
    return this.#terms.endFault() ?? this.#seconds.endFault()
  }

  close(): void {
    this.#lines.close()
  }
}
