import { describe, expect, it } from 'vitest'
import { Holders } from '../ledger/standing.ts'
import { Round } from './round.ts'

const standing = {
  realm: 'demo',
  disabled: false,
  realName: 'missing',
  country: '',
  restrained: false,
  suspended: false,
  staff: false,
} as const

function came(...names: readonly number[]): Holders {
  const holders = new Holders()
  for (const holder of names) holders.set(holder, standing)
  return holders
}

const asked = (round: Round, holders: Holders, most: number) => Array.from({ length: most }, () => round.next(holders))

describe('a round', () => {
  it('asks nobody before it begins', () => {
    const round = new Round()
    expect([round.isOver, round.next(came(40)), round.isOver]).toEqual([true, null, true])
  })

  it('asks everyone once, in the order in which they came, and is over behind the last', () => {
    const round = new Round()
    const holders = came(70, 40, 55)
    round.begin()
    expect(asked(round, holders, 3)).toEqual([70, 40, 55])
    expect(round.isOver).toBe(false)
    expect([round.next(holders), round.isOver]).toEqual([null, true])
    round.begin()
    expect(asked(round, holders, 4)).toEqual([70, 40, 55, null])
  })

  it('that begins again on its way ends first, and then asks everyone once more', () => {
    const round = new Round()
    const holders = came(70, 40)
    round.begin()
    // nobody has been asked yet
    round.begin()
    expect(asked(round, holders, 1)).toEqual([70])
    round.begin()
    round.begin()
    holders.set(90, standing)
    expect(asked(round, holders, 3)).toEqual([40, 90, null])
    expect(round.isOver).toBe(false)
    expect(asked(round, holders, 4)).toEqual([70, 40, 90, null])
    expect(round.isOver).toBe(true)
  })

  it('that starts anew knows of nothing before', () => {
    const round = new Round()
    const holders = came(70, 40)
    round.begin()
    round.next(holders)
    round.begin()
    round.restart()
    expect([...asked(round, holders, 3), round.isOver]).toEqual([70, 40, null, true])
  })
})
