import { expect, it } from 'vitest'
import type { BracketTerms } from '../margin/brackets.ts'
import { OpenFixture } from '../testing/openFixture.ts'
import {
  bracketsFrom,
  bracketsOfVersion,
  bracketVersionAfter,
  bracketVersionInForce,
  enforceBrackets,
  moveOpenBrackets,
  sameBrackets,
} from './bracketVersions.ts'
import { accountOf, admitOrder } from './keep.ts'

const holder = 40
const first: BracketTerms = { floor: 0n, maintenanceRate: 4_000_000, multipleMax: 100 }
const second: BracketTerms = { floor: 50_000_000_000n, maintenanceRate: 5_000_000, multipleMax: 50 }

it('scales are the same where each step is, in all that it says', () => {
  expect(sameBrackets([first, second], [{ ...first }, { ...second }])).toBe(true)
  for (const other of [
    [first],
    [first, second, second],
    [second, first],
    [first, { ...second, floor: 1n }],
    [first, { ...second, maintenanceRate: 6_000_000 }],
    [first, { ...second, multipleMax: 20 }],
    [{ ...first, multipleMax: 99 }, second],
  ]) {
    expect(sameBrackets([first, second], other)).toBe(false)
  }
})

it('versions are numbered from one, and a fill that grows takes the later of the two', () => {
  const { derivative } = new OpenFixture().state
  expect([bracketVersionInForce(derivative, 0), bracketVersionInForce(derivative, 7)]).toEqual([1, 0])
  enforceBrackets(derivative, 0, bracketsOfVersion(derivative, { listing: 0, bracketVersion: 1 }))
  expect(bracketVersionInForce(derivative, 0)).toBe(1)
  const stricter = bracketsFrom([{ ...first, maintenanceRate: 8_000_000 }])
  enforceBrackets(derivative, 0, stricter)
  expect(bracketVersionInForce(derivative, 0)).toBe(2)
  expect(bracketsOfVersion(derivative, { listing: 0, bracketVersion: 2 })).toBe(stricter)
  for (const one of [
    { listing: 0, bracketVersion: 3 },
    { listing: 0, bracketVersion: 0 },
    { listing: 7, bracketVersion: 1 },
  ]) {
    expect(() => bracketsOfVersion(derivative, one)).toThrow(RangeError)
  }
  const after = (position: number | null, order: number) =>
    bracketVersionAfter(position === null ? undefined : { bracketVersion: position }, { bracketVersion: order })
  expect([after(null, 2), after(1, 2), after(3, 2)]).toEqual([2, 2, 3])
})

it('what is no scale is refused loudly', () => {
  expect(() => bracketsFrom([])).toThrow(RangeError)
  expect(() => bracketsFrom([second])).toThrow(RangeError)
})

it('all that is open in a market moves to the brackets in force, and nothing in another', () => {
  const fixture = new OpenFixture()
  fixture.list('ETH')
  fixture.demo(holder)
  const { derivative, venue } = fixture.state
  const account = accountOf(derivative, venue, holder)
  const [here, there] = [0, 1].map((listing) => {
    const order = fixture.order(holder, { listing })
    derivative.nextOrder++
    admitOrder(derivative, account, order)
    return { order, position: fixture.opened(holder, { listing }) }
  })
  const moved = fixture.opened(holder, { bracketVersion: 2 })
  for (const listing of [0, 1]) {
    enforceBrackets(derivative, listing, bracketsFrom([{ ...first, maintenanceRate: 8_000_000 }]))
  }
  derivative.touched.positions.clear()
  derivative.touched.holders.clear()
  moveOpenBrackets(derivative, 0)
  expect([here.order, here.position, moved].map(({ bracketVersion }) => bracketVersion)).toEqual([2, 2, 2])
  expect([there.order, there.position].map(({ bracketVersion }) => bracketVersion)).toEqual([1, 1])
  // what has moved is looked at again, and nothing else
  expect([...derivative.touched.positions]).toEqual([here.position.id])
  expect([...derivative.touched.holders]).toEqual([holder])
})
