import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packedKey } from './keyBytes.ts'
import { keyAnswersMax, Keys, keysMax, keysOfHolderMax } from './keys.ts'
import { KeyTable, type KeyOwner } from './keyTable.ts'

const routes = ['POST /api/v3/spot/orders', 'PROPOSAL', 'a route of its own']
const owners = [1, 2, 3].map((number) => ({ number }))

const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ add: fc.nat(60), of: fc.nat(8), length: fc.nat(9_000), placed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ find: fc.nat(60), of: fc.nat(8) }) },
  { weight: 1, arbitrary: fc.record({ shift: fc.integer({ min: 1, max: 40 }) }) },
)

// ids that differ in one word only, so that few of them fall apart in an index of few places
const idOf = (drawn: number) => [0, 0, 0, drawn - 30]
const digest = [7, -7]

describe('the table of keys', () => {
  it('gives what a plain list gives, whatever is added, looked for and taken out, and through its growth', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 300 }), fc.tuple(fc.integer(), fc.integer()), (acts, secret) => {
        const table = new KeyTable<KeyOwner>([secret[0] | 0, secret[1] | 0])
        const plain: { name: string; answer: Uint8Array; time: number }[] = []
        const named = (drawn: number, of: number) => {
          const [owner, route] = [owners[of % 3], routes[Math.floor(of / 3)]]
          return { owner, route, id: idOf(drawn), name: `${of} ${drawn}` }
        }
        let time = 0
        for (const step of acts) {
          time += 1
          if ('shift' in step) {
            for (let left = step.shift; left > 0; left -= 1) {
              const told: number[] = []
              table.shift((...key) => told.push(key[3]))
              expect(told).toEqual(plain.splice(0, 1).map((key) => key.time))
            }
          } else if ('add' in step) {
            const { owner, route, id, name } = named(step.add, step.of)
            if (plain.some((key) => key.name === name)) continue
            const answer = new Uint8Array(step.length).fill(time)
            table.add({ route, id, digest }, owner, time, answer, step.length, step.placed)
            plain.push({ name, answer, time })
          } else {
            const { owner, route, id, name } = named(step.find, step.of)
            const kept = plain.find((key) => key.name === name)
            const found = table.find(owner, route, id)
            expect(found && { answer: found.answer, time: found.time, digest: found.digest }).toEqual(
              kept && { answer: kept.answer, time: kept.time, digest },
            )
          }
          expect(table.size).toBe(plain.length)
          expect(table.firstTime).toBe(plain[0]?.time ?? Number.POSITIVE_INFINITY)
        }
        expect([...table].map((key) => [key.time, key.answer])).toEqual(plain.map((key) => [key.time, key.answer]))
        expect(table.answerBytes).toBe(plain.reduce((sum, key) => sum + key.answer.length, 0))
      }),
    )
  })

  it('turns around in its rings for many times their length, and finds all that stands in it', () => {
    const table = new KeyTable<KeyOwner>([1, 2])
    const [owner] = owners
    const key = (at: number) => ({ route: routes[0], id: [at, 0, 0, at >>> 3], digest })
    for (let at = 0; at < 50_000; at += 1) {
      table.add(key(at), owner, at, Uint8Array.of(at, at >>> 8, 0, 0), 2 + (at % 3), false)
      if (at >= 3_000) table.shift(() => undefined)
      if (at % 7 === 0)
        expect(table.find(owner, key(at).route, key(at).id)?.answer.slice(0, 2)).toEqual(Uint8Array.of(at, at >>> 8))
      if (at % 7 === 0 && at > 3_000) expect(table.find(owner, key(at).route, key(at - 3_000).id)).toBeUndefined()
    }
  })

  it('takes at most 600 bytes a key in all, whatever the answers, and 130 of placed orders', () => {
    const start = 1_700_000_000_000
    const used = (holder: number, at: number) => {
      const id = `${start.toString(16).padStart(12, '0')}7abc8abc${at.toString(16).padStart(12, '0')}`
      return packedKey({ holder, route: routes[0], id, digest: 'a'.repeat(16) })
    }
    const fill = (answerOf: () => Parameters<Keys['remember']>[1]) => {
      const keys = new Keys()
      for (let at = 0; at < keysMax + 10; at += 1) {
        keys.remember(used(32 + Math.floor(at / keysOfHolderMax), at), answerOf(), start)
      }
      return { size: keys.size, bytes: keys.bytes }
    }
    const placed = fill(() => [
      {
        type: 'spotOrderAccepted',
        order: 2 ** 40,
        holder: 32,
        listing: 3,
        base: 1,
        quote: 0,
        side: 'buy',
        kind: 'limit',
        timeInForce: 'GTC',
        price: 1_000_000,
        quantity: 1_000_000,
        budget: 0,
        hold: 2 ** 40,
        feeRateMaker: 1_000_000,
        feeRateTaker: 1_000_000,
        rests: true,
      },
    ])
    expect(placed.size).toBe(keysMax)
    expect(placed.bytes / placed.size).toBeLessThan(130)
    const large = new Uint8Array(20_000)
    const most = fill(() => large)
    expect(most.size).toBe(Math.floor(keyAnswersMax / large.length))
    // the table at its full length, and the answers at theirs
    expect(most.bytes).toBeLessThan(keysMax * 130 + keyAnswersMax)
    const even = fill(() => large.subarray(0, 330))
    expect(even.size).toBeGreaterThan(keysMax - 15)
    expect(even.bytes / even.size).toBeLessThan(600)
  })
})
