import { expect, it } from 'vitest'
import { capabilities } from './capabilities.ts'
import { all } from './dispatch.ts'
import { commands, events } from './vocabulary.ts'

const wordsOf = (kind: 'commands' | 'events'): string[] => all.flatMap((one) => Object.keys(one[kind] ?? {}))

it('the order of capabilities is that of the bytes of a snapshot, and of what a second brings', () => {
  const kept = Object.entries(capabilities).filter(([, one]) => 'keep' in one)
  expect(kept.map(([name]) => name)).toEqual(
    'account spot convert derivative funding option wallet pool mining invest ieo selfLimit suspension'.split(' '),
  )
})

it('each word is one capability’s, and the rest are those that the dispatch runs itself', () => {
  for (const kind of ['commands', 'events'] as const) expect(new Set(wordsOf(kind)).size).toBe(wordsOf(kind).length)
  const run = Object.keys(commands).filter((type) => !wordsOf('commands').includes(type))
  expect(run.sort()).toEqual(
    'amendSpotOrder cancelSpotOrder placeSpotOrder quote resetDemo settleDemo sourcedQuote tellRealMoney'.split(' '),
  )
  const noted = Object.keys(events).filter((type) => !wordsOf('events').includes(type))
  expect(noted.sort()).toEqual(['keyTaken', 'keyUsed'])
})

it('what a capability hears of are facts of others', () => {
  for (const { before = {}, after = {}, events: own = {} } of all) {
    for (const type of [...Object.keys(before), ...Object.keys(after)])
      expect(type in events && !(type in own)).toBe(true)
  }
})
