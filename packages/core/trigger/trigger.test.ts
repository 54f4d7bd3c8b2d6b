import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Agenda } from './agenda.ts'
import { noTrigger, PriceTriggers, type Passing } from './priceTriggers.ts'
import { SafeBands } from './safeBands.ts'

interface Waiting {
  readonly id: number
  readonly passing: Passing
  readonly arrival: number
  readonly handle: number
  price: number
}

// the slow twin: a list that is looked through and sorted each time
function passedOf(waiting: readonly Waiting[], previous: number, mark: number): number[] {
  const way = ({ passing, price }: Waiting): number => (passing === 'fall' ? previous - price : price - previous)
  return waiting
    .filter(({ passing, price }) => (passing === 'fall' ? price >= mark : price <= mark))
    .toSorted((a, b) => way(a) - way(b) || a.arrival - b.arrival)
    .map(({ id }) => id)
}

const price = fc.integer({ min: 1, max: 50 })
const acts = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ act: fc.constant('add' as const), falls: fc.boolean(), price }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('remove' as const), which: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('move' as const), which: fc.nat(), price }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('tick' as const), mark: price, max: fc.nat(8) }) },
  ),
  { maxLength: 300 },
)

describe('price triggers', () => {
  it('fire as their slow twin after any acts', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const triggers = new PriceTriggers()
        let waiting: Waiting[] = []
        let mark = 25
        let id = 0
        for (const act of list) {
          if (act.act === 'add') {
            const passing = act.falls ? 'fall' : 'rise'
            const handle = triggers.add(passing, act.price, id, id)
            waiting.push({ id, passing, arrival: id++, handle, price: act.price })
          } else if (act.act === 'tick') {
            const expected = passedOf(waiting, mark, act.mark).slice(0, act.max)
            expect(triggers.isPassed(act.mark)).toBe(passedOf(waiting, mark, act.mark).length > 0)
            expect(triggers.take(mark, act.mark, act.max)).toEqual(expected)
            waiting = waiting.filter((one) => !expected.includes(one.id))
            mark = act.mark
          } else {
            const one = waiting[act.which % Math.max(1, waiting.length)]
            if (!one) continue
            if (act.act === 'remove') {
              triggers.remove(one.handle)
              waiting = waiting.filter((other) => other !== one)
            } else {
              triggers.move(one.handle, act.price)
              one.price = act.price
            }
          }
          expect(triggers.size).toBe(waiting.length)
        }
        expect(triggers.take(mark, 0, 1_000)).toEqual(passedOf(waiting, mark, 0))
      }),
      { numRuns: 300 },
    )
  })

  it('fire at their price exactly, and not a tenth of a tick before', () => {
    const triggers = new PriceTriggers()
    const stop = triggers.add('fall', 100, 1, 7)
    triggers.add('rise', 200, 2, 8)
    expect(triggers.isPassed(101)).toBe(false)
    expect(triggers.next(150, 101)).toBe(noTrigger)
    expect(triggers.next(150, 100)).toBe(stop)
    expect(triggers.isPassed(199)).toBe(false)
    expect(triggers.take(150, 200, 9)).toEqual([8])
  })

  it('refuse a price that is no number', () => {
    const triggers = new PriceTriggers()
    const handle = triggers.add('rise', 1, 1, 1)
    expect(() => triggers.add('rise', Number.NaN, 1, 1)).toThrow(RangeError)
    expect(() => triggers.move(handle, Number.NaN)).toThrow(RangeError)
  })

  it('hold many, and give them all in order', () => {
    const triggers = new PriceTriggers()
    for (let id = 0; id < 50_000; id++) triggers.add('fall', (id * 7_919) % 10_007, id, id)
    const fired = triggers.take(20_000, 0, 50_000)
    expect(fired).toHaveLength(50_000)
    const rank = (id: number): number => -((id * 7_919) % 10_007)
    const ordered = fired.every((id, at) => at === 0 || rank(fired[at - 1]) - rank(id) || fired[at - 1] - id < 0)
    expect(ordered).toBe(true)
  })
})

describe('safe bands', () => {
  it('name exactly who was led out, whatever was set, moved and removed before', () => {
    const end = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 40 }) }, fc.constant(null))
    const act = fc.record({ id: fc.integer({ min: 1, max: 12 }), lower: end, upper: end, gone: fc.boolean() })
    fc.assert(
      fc.property(fc.array(act, { maxLength: 80 }), fc.integer({ min: 1, max: 40 }), (list, mark) => {
        const bands = new SafeBands()
        const twin = new Map<number, { lower: number; upper: number }>()
        for (const { id, lower, upper, gone } of list) {
          const band = { lower: lower ?? Number.NEGATIVE_INFINITY, upper: upper ?? Number.POSITIVE_INFINITY }
          if (gone) bands.remove(id)
          else bands.set(id, band)
          if (gone) twin.delete(id)
          else twin.set(id, band)
        }
        const left = [...twin].filter(([, { lower, upper }]) => mark < lower || mark > upper).map(([id]) => id)
        expect(bands.isLeft(mark)).toBe(left.length > 0)
        const found: number[] = []
        for (let id = bands.next(mark); id !== null; id = bands.next(mark)) {
          found.push(id)
          bands.remove(id)
        }
        expect(found.toSorted((a, b) => a - b)).toEqual(left.toSorted((a, b) => a - b))
      }),
      { numRuns: 300 },
    )
  })
})

describe('the agenda', () => {
  it('gives what is due by time, then in the order in which it came', () => {
    const entry = fc.record({ due: fc.integer({ min: 0, max: 20 }), gone: fc.boolean() })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), fc.integer({ min: 0, max: 20 }), (entries, now) => {
        const agenda = new Agenda()
        const handles = entries.map(({ due }, id) => agenda.add(due, id))
        entries.forEach(({ gone }, id) => gone && agenda.remove(handles[id]))
        const kept = entries.map((one, id) => ({ ...one, id })).filter(({ gone }) => !gone)
        expect(agenda.size).toBe(kept.length)
        expect(agenda.nextDue).toBe(Math.min(Number.POSITIVE_INFINITY, ...kept.map(({ due }) => due)))
        const taken: number[] = []
        for (let id = agenda.take(now); id !== null; id = agenda.take(now)) taken.push(id)
        const due = kept.filter((one) => one.due <= now).toSorted((a, b) => a.due - b.due || a.id - b.id)
        expect(taken).toEqual(due.map(({ id }) => id))
      }),
    )
  })
})
