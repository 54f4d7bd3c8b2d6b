import { answerCodec, rejectionCodec } from '@truemark/core/answer'
import { encode } from '@truemark/core/codec/codec'
import { execute } from '@truemark/core/exchange'
import { encodeState } from '@truemark/core/snapshot'
import { createState } from '@truemark/core/state'
import { acts, EverythingRun } from '@truemark/core/testing/everythingRun'
import { envelopeCodec } from '@truemark/core/vocabulary'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventsCodec, makeExchange } from './exchangeMachine.ts'
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
    const alone = execute(state, envelope, now)
    const done = machine.execute(encode(envelopeCodec, envelope), now)
    ends.add(done.kind)
    // a tick that goes on is one command of the machine: what follows of it is compared as state
    for (let more = alone; more.ok && more.answer.type === 'tick' && more.answer.more;)
      more = execute(state, envelope, now)
    if (!(alone.ok && alone.answer.type === 'tick')) expect(toldOf(done)).toEqual(rightOf(alone))
  }
  expect([...ends].toSorted()).toEqual(['accepted', 'rejected'])
  expect(Buffer.from(machine.encodeState()).equals(encodeState(state))).toBe(true)
})

function toldOf(done: Executed) {
  if (done.kind === 'rejected') return { rejection: hexOf(done.rejection) }
  return done.kind === 'accepted' ? { events: hexOf(done.events), answer: hexOf(done.answer) } : {}
}

function rightOf(outcome: ReturnType<typeof execute>) {
  if (!outcome.ok) {
    const { reason, detail = {} } = outcome.rejection
    const details = Object.entries(detail).map(([name, value]) => ({ name, value }))
    return { rejection: hexOf(encode(rejectionCodec, { reason, detail: details })) }
  }
  const events = outcome.events.length > 0 ? encode(eventsCodec, outcome.events) : new Uint8Array(0)
  return { events: hexOf(events), answer: hexOf(outcome.repeated ?? encode(answerCodec, outcome.answer)) }
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
