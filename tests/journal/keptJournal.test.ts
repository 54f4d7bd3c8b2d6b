import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { answerCodec } from '@truemark/core/answer'
import { decode, encode } from '@truemark/core/codec/codec'
import { envelopeCodec } from '@truemark/core/vocabulary'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { eventsCodec } from '../../apps/server/src/engine/exchangeMachine.ts'
import { splitFrames } from '../../apps/server/src/engine/frames.ts'
import { countEvents, factsOf } from './facts.ts'
import { readRows, writeRows } from './keptRows.ts'
import { record, replay } from './recording.ts'

const folder = import.meta.dirname
const bytesMax = 200_000

/** What is known of a kept journal. */
const known = z.object({
  rows: z.int(),
  digest: z.string(),
  stateHash: z.string(),
  events: z.record(z.string(), z.int()),
})

const releases = readdirSync(folder)
  .filter((file) => file.endsWith('.journal'))
  .map((file) => file.replace(/\.journal$/, ''))

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

it('keeps the journal of the first release', () => expect(releases).toContain('release1'))

// The bytes are never written anew: what a release wrote is in people's databases.
describe.each(releases)('the journal of %s', (release) => {
  const bytes = readFileSync(join(folder, `${release}.journal`))
  const expected = z.parse(known, JSON.parse(readFileSync(join(folder, `${release}.json`), 'utf8')))
  const rows = readRows(bytes)

  it('is a chain of which no row has changed', () => {
    expect(bytes.length).toBeLessThan(bytesMax)
    expect(rows).toHaveLength(expected.rows)
    expect(hex(rows.at(-1)?.digest ?? new Uint8Array(0))).toBe(expected.digest)
    expect(writeRows(rows)).toEqual(new Uint8Array(bytes))
  })

  it('gives the state that it gave then, with a restart at every row', () => {
    const states = new Set<string>()
    expect(replay(rows, (_, state) => states.add(hex(state)))).toBe(expected.stateHash)
    expect(states.size).toBe(rows.length)
  })

  it('holds every kind of fact, and each is written today as it was then', () => {
    expect(countEvents(rows)).toEqual(expected.events)
    for (const row of rows) {
      for (const frame of splitFrames(row.events)) {
        expect(encode(eventsCodec, decode(eventsCodec, frame))).toEqual(new Uint8Array(frame))
      }
      for (const command of splitFrames(row.commands)) {
        expect(encode(envelopeCodec, decode(envelopeCodec, command))).toEqual(new Uint8Array(command))
      }
    }
  })

  it('gives the first answers of its idempotency keys, which can still be read', () => {
    const answers = factsOf(rows).flatMap((event) => (event.type === 'keyUsed' ? [event.answer] : []))
    expect(answers.length).toBeGreaterThan(0)
    for (const answer of answers)
      expect(encode(answerCodec, decode(answerCodec, answer))).toEqual(new Uint8Array(answer))
  })
})

it('is recorded from nothing but its seed', () => {
  expect(writeRows(record())).toEqual(writeRows(record()))
})
