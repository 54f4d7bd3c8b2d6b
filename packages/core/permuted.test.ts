import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerCodec, queryCodec, replyCodec } from './answer.ts'
import { decode, encode, type Codec } from './codec/codec.ts'
import type { HolderId } from './ledger/holders.ts'
import { factsCodec, record } from './record.ts'
import { decodeState, encodeState, snapshotCodec } from './snapshot.ts'
import { createState } from './state.ts'
import { acts, EverythingRun, type Step } from './testing/everythingRun.ts'
import { membersOf, placesOf } from './testing/extremeFacts.ts'
import { mappedBytes, mappedState, type HolderMap } from './testing/mappedHolders.ts'
import { commandCodec, envelopeCodec, eventCodec } from './vocabulary.ts'

// nothing about these numbers is regular, and the first to come is not the lowest
const holders = [4_211, 97, 1_033, 40, 2_600, 513, 77, 3_001, 35, 1_790]

/** A random map of the holders into a wide range; two are never mapped to the same number. */
function mapOf(numbers: readonly number[]): HolderMap {
  const to = new Map<HolderId, HolderId>(holders.map((holder, at) => [holder, numbers[at]]))
  return (holder) => to.get(holder) ?? holder
}

const numbersOf = (max: number) =>
  fc.uniqueArray(fc.integer({ min: 32, max }), { minLength: holders.length, maxLength: holders.length })

/** A step as bytes: what was asked, and all that came of it. */
interface Told {
  readonly step: Step
  readonly asked: Uint8Array
  readonly events: readonly Uint8Array[]
  readonly answers: readonly Uint8Array[]
  readonly refusal: string
}

function told(step: Step, { outcome, facts }: Pick<Step, 'outcome' | 'facts'> = step): Told {
  const asked = step.envelope ? encode(envelopeCodec, step.envelope) : new Uint8Array()
  if (!outcome?.ok) return { step, asked, events: [], answers: [], refusal: JSON.stringify(outcome?.rejection ?? null) }
  const answers = [encode(answerCodec, outcome.answer), ...(outcome.repeated ? [outcome.repeated] : [])]
  return { step, asked, events: eachOf(facts).map((event) => encode(eventCodec, event)), answers, refusal: '' }
}

const eachOf = (facts: Uint8Array) => (facts.length === 0 ? [] : decode(factsCodec, facts))

/** Runs the same steps with mapped holders; each must give the same, mapped, and so must the state at the end. */
function expectSame(run: EverythingRun, steps: readonly Told[], map: HolderMap): void {
  let state = createState()
  for (const { step, asked, events, answers, refusal } of steps) {
    if (step.envelope === null) {
      state = decodeState(encodeState(state))
      continue
    }
    const envelope = decode(envelopeCodec, mappedBytes(envelopeCodec, asked, map))
    const again = told(step, record(state, envelope, step.now))
    const rights = [
      again.refusal === refusal,
      isSame(again.events, events, eventCodec, map),
      isSame(again.answers, answers, answerCodec, map),
    ]
    if (rights.includes(false)) {
      const shown = again.events.map((bytes) => decode(eventCodec, bytes))
      const wanted = events.map((bytes) => decode(eventCodec, mappedBytes(eventCodec, bytes, map)))
      expect({ envelope, refusal: again.refusal, shown, rights }).toEqual({ refusal, shown: wanted })
    }
  }
  expect(Buffer.from(encodeState(state)).equals(mappedState(run.state, map))).toBe(true)
}

function isSame(
  found: readonly Uint8Array[],
  first: readonly Uint8Array[],
  codec: Codec<unknown>,
  map: HolderMap,
): boolean {
  if (found.length !== first.length) return false
  return found.every((bytes, at) => Buffer.compare(bytes, mappedBytes(codec, first[at], map)) === 0)
}

const runs = Number(process.env['PERMUTED_RUNS'] ?? 2)

/** What the covering run need not meet: no command makes the first two any more, and what is rare is met by long runs. */
const rare = new Set([
  'derivativeConfigured',
  'keyUsed',
  'positionMarked',
  'marginHeld',
  'derivativeOrderCut',
  'orderBracketsTaken',
  'optionExitLost',
  'investLost',
  'investVoided',
  'ieoReturned',
])
const finale = [
  'configureListing',
  'configureListing',
  'tellRealMoney',
  'quote',
  'publishInvest',
  'publishInvest',
  ...Array<'buyInvest'>(12).fill('buyInvest'),
  'launchIeo',
  ...Array<'subscribeIeo'>(8).fill('subscribeIeo'),
  'cancelIeo',
  ...Array<'sampleIndex'>(25).fill('sampleIndex'),
  'configureListing',
  'configureListing',
  'quote',
  ...Array<'submitDeposit'>(6).fill('submitDeposit'),
  'cancelDeposit',
  ...Array<'placeSpotOrder'>(60).fill('placeSpotOrder'),
  'settleDemo',
  ...Array<'creditDeposit'>(4).fill('creditDeposit'),
  ...Array<'placePerpetualOrder'>(20).fill('placePerpetualOrder'),
  ...Array<'cancelPerpetualOrder'>(4).fill('cancelPerpetualOrder'),
  ...Array<'addPerpetualMargin'>(6).fill('addPerpetualMargin'),
  ...Array<'askConversion'>(8).fill('askConversion'),
  ...Array<'acceptConversion'>(4).fill('acceptConversion'),
  ...Array.from(
    { length: 12 },
    () =>
      [
        'submitWithdrawal',
        'submitWithdrawal',
        'decideWithdrawal',
        'decideWithdrawal',
        'releaseWithdrawal',
        'reportPayout',
        'settlePayout',
      ] as const,
  ).flat(),
  ...Array<'suspendHolder'>(6).fill('suspendHolder'),
  'releaseHolder',
  ...Array<'suspendMarket'>(4).fill('suspendMarket'),
  ...Array<'resumeMarket'>(4).fill('resumeMarket'),
] as const

/** The kinds that have not come, but for those that hardly can. */
function unseen(codec: typeof commandCodec | typeof eventCodec, seen: ReadonlySet<string>): string[] {
  return membersOf(codec).flatMap(({ type }) => (seen.has(type) || rare.has(type) ? [] : [type]))
}

describe('the numbers of holders', () => {
  it('change nothing: any run of any commands gives the same with others, to the byte', { timeout: 600_000 }, () => {
    const maps = fc.array(numbersOf(20_000), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(acts(250), maps, (list, numbers) => {
        const run = new EverythingRun(holders)
        for (const act of list) run.do(act)
        const steps = run.steps.map((step) => told(step))
        for (const each of numbers) expectSame(run, steps, mapOf(each))
      }),
      { numRuns: runs, endOnFailure: true },
    )
  })

  it('change nothing in runs of every command and every fact there is', { timeout: 120_000 }, () => {
    const accepted = new Set<string>()
    const happened = new Set<string>()
    const sorted = holders.toSorted((a, b) => a - b)
    // in the opposite of the order in which they came, and far apart
    const reordered = [sorted.toReversed(), holders.map((holder, at) => 40_013 * at + holder)]
    const missing = () => ({ commands: unseen(commandCodec, accepted), events: unseen(eventCodec, happened) })
    // two runs at least, and more until each has come
    for (const [at, runSeed] of [11, 17, 59, 38, 18, 94, 13, 26].entries()) {
      if (at >= 2 && missing().commands.length + missing().events.length === 0) break
      const run = new EverythingRun(holders)
      const [list = []] = fc.sample(acts(1_700), { numRuns: 1, seed: runSeed })
      for (const act of list) run.do(act)
      for (const [seed, kind] of finale.entries()) run.do({ kind, seed: 7_919 * seed })
      for (const { envelope, outcome, facts } of run.steps) {
        if (!envelope || !outcome?.ok) continue
        accepted.add(envelope.command.type)
        for (const event of eachOf(facts)) happened.add(event.type)
      }
      const steps = run.steps.map((step) => told(step))
      expectSame(run, steps, mapOf(reordered[at % 2] ?? holders))
    }
    expect(missing()).toEqual({ commands: [], events: [] })
  })

  it('are read as such wherever a field is a holder by its name, and nothing else is', () => {
    const wrong: string[] = []
    const look = (name: string, codec: Codec<unknown>, tag?: number) => {
      for (const { path, kind } of placesOf(codec, tag)) {
        const isHolder =
          path.some((part) => /^(\w*[hH]older|payer|payee|owner)$/.test(part)) && !path.includes('version')
        const isMapped = kind === 'holder' || (kind === 'bytes' && path.at(-1) === 'answer')
        if (isHolder !== (kind === 'holder') || (kind === 'bytes' && !isMapped))
          wrong.push(`${name} ${path.join('.')} ${kind}`)
      }
    }
    for (const [name, codec] of Object.entries({ commandCodec, eventCodec, answerCodec, queryCodec, replyCodec })) {
      for (const { type, tag } of membersOf(codec)) look(`${name} ${type}`, codec, tag)
    }
    look('snapshot', snapshotCodec)
    expect(wrong).toEqual([])
  })
})
