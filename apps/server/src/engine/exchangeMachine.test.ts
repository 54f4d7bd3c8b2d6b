import { answerCodec, rejectionCodec } from '@truemark/core/answer'
import { encode } from '@truemark/core/codec/codec'
import type { Outcome } from '@truemark/core/outcome'
import { record, tickBytesMax } from '@truemark/core/record'
import { encodeState } from '@truemark/core/snapshot'
import { createState } from '@truemark/core/state'
import { acts, EverythingRun } from '@truemark/core/testing/everythingRun'
import { envelopeCodec } from '@truemark/core/vocabulary'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeExchange } from './exchangeMachine.ts'
import type { Executed } from './machine.ts'

const holders = [4_211, 97, 1_033, 40, 2_600, 513, 77, 3_001, 35, 1_790]

it('adds nothing of its own to what the exchange decides: the same facts, answers, refusals and state, to the byte', () => {
  const [list = []] = fc.sample(acts(500), { numRuns: 1, seed: 28 })
  const run = new EverythingRun(holders)
  for (const act of list) run.do(act)
  const machine = makeExchange(null)
  const state = createState()
  const ends = new Set<string>()
  for (const { envelope, now } of run.steps) {
    if (envelope === null) continue
    const { outcome, facts } = record(state, envelope, now, now, tickBytesMax)
    const done = machine.execute(encode(envelopeCodec, envelope), now)
    ends.add(done.kind)
    expect(toldOf(done)).toEqual(rightOf(outcome, facts))
  }
  expect([...ends].toSorted()).toEqual(['accepted', 'rejected'])
  expect(Buffer.from(machine.encodeState()).equals(encodeState(state))).toBe(true)
})

function toldOf(done: Executed) {
  if (done.kind === 'rejected') return { rejection: hexOf(done.rejection) }
  return done.kind === 'accepted' ? { events: hexOf(done.events), answer: hexOf(done.answer) } : {}
}

function rightOf(outcome: Outcome, facts: Uint8Array) {
  if (!outcome.ok) {
    const { reason, detail = {} } = outcome.rejection
    const details = Object.entries(detail).map(([name, value]) => ({ name, value }))
    return { rejection: hexOf(encode(rejectionCodec, { reason, detail: details })) }
  }
  return { events: hexOf(facts), answer: hexOf(outcome.repeated ?? encode(answerCodec, outcome.answer)) }
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
