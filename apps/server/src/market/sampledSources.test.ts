import type { Command } from '@truemark/core/vocabulary'
import { isFreshSecond, recomputeIndex, unpackSources } from '@truemark/core/market/sources'
import { expect, it } from 'vitest'
import { running } from './testing/liveMarket.ts'

function seconds(commands: readonly Command[]) {
  return commands.flatMap((command) => {
    if (command.type !== 'sampleSources') return []
    const { venues, stamp } = command
    return command.samples.map((sample) => ({ stamp, said: unpackSources({ venues, sample }, stamp) }))
  })
}

it('records beside each sample what its sources said and when, and the index follows from it', () => {
  const own = running()
  const one = 10n ** 12n
  own.commands.length = 0
  own.receive(
    { type: 'rate', source: 'coinbase', bid: one, ask: one + one / 500n, time: own.now(), received: own.now() },
    own.now(),
  )
  for (let at = 0; at < 20; at += 1) {
    own.top('binance', 90_000.3 + at)
    own.top('okx', 90_001.7 + 2 * at)
    own.top('coinbase', 90_100.9 + at, { quote: 'USD' })
    own.wait(500, 'binance', 'okx', 'coinbase')
  }
  const samples = own.commands.flatMap((command) => (command.type === 'sampleIndex' ? [command] : []))
  const found = seconds(own.commands)
  expect(found.length).toBe(10)
  for (const { stamp, said } of found) {
    const sample = samples.find((one) => one.stamp === stamp)?.samples[0]
    expect(said.tops.map(({ source }) => source).toSorted()).toEqual(['binance', 'coinbase', 'okx'])
    expect(said.rate?.source).toBe('coinbase')
    expect(recomputeIndex(said, 1)).toBe(sample?.indexTenths)
    for (const { heard } of said.tops) expect(Math.abs(stamp - heard)).toBeLessThan(3_000)
  }
})

it('records when each source was heard, by which alone a second counts as fresh', () => {
  const own = running()
  own.commands.length = 0
  own.wait(2_000, 'binance', 'okx')
  own.wait(2_000, 'binance')
  own.wait(2_000, 'okx')
  own.wait(3_000)
  const told = seconds(own.commands)
  const fresh = own.commands.flatMap((command) => (command.type === 'sampleIndex' ? command.samples : []))
  const heard = own.commands.flatMap((command) => (command.type === 'sampleHeard' ? [command] : []))
  expect(heard.map(({ stamp }) => stamp)).toEqual(told.map(({ stamp }) => stamp))
  const reckoned = told.map(({ stamp, said }, at) => {
    const ages = new Map(heard[at]?.sources.map(({ venue, age }) => [venue, age]))
    for (const { source, heard: book } of said.tops) expect(ages.get(source)).toBeLessThanOrEqual(stamp - book)
    return isFreshSecond(said.tops, (source) => ages.get(source))
  })
  expect(reckoned).toEqual(fresh.map((sample) => sample.fresh))
  expect(new Set(reckoned)).toEqual(new Set([true, false]))
})
