import { describe, expect, it } from 'vitest'
import { execute } from './exchange.ts'
import { packedKey, type Key } from './keyBytes.ts'
import { keyMemoryMs, keysADayMax, keysOfHolderMax, Keys } from './keys.ts'
import { decodeState, encodeState } from './snapshot.ts'
import { Fixture } from './testing/exchangeFixture.ts'
import type { Command } from './vocabulary.ts'

const hour = 3_600_000
const day = 24 * hour
const route = 'POST /api/v3/spot/orders'
let drawn = 0

function keyAt(time: number): Key {
  drawn += 1
  const id = `${time.toString(16).padStart(12, '0')}7abc8abc${drawn.toString(16).padStart(12, '0')}`
  return { route, id, digest: 'a'.repeat(64) }
}

const command = {
  type: 'placeSpotOrder',
  holder: 32,
  symbol: 'BTCUSDT',
  side: 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
  price: 90_000,
  quantity: 100,
  budget: 0n,
  fault: '',
} as const satisfies Command

function begin(): Fixture {
  const fixture = new Fixture()
  for (const holder of [32, 33]) fixture.must({ type: 'openHolder', holder, realm: 'demo', country: 'FR' })
  return fixture
}

// a cancel changes nothing that later ones depend on, and is accepted whatever time it is
const cancel: Command = { type: 'cancelAllSpotOrders', holder: 32, symbol: '' }
const send = (f: Fixture, key: Key, now = f.now, sent: Command = command) =>
  execute(f.state, { key, command: sent }, now)
const reasonOf = (outcome: ReturnType<typeof send>) =>
  outcome.ok ? outcome.repeated && 'repeated' : outcome.rejection.reason

describe('an idempotency key', () => {
  it('gives the first answer again for ten minutes, then asks for the table and is never taken for new', () => {
    const f = begin()
    const key = keyAt(f.now)
    const first = send(f, key)
    expect(reasonOf(first)).toBe(null)
    expect(reasonOf(send(f, key, f.now + keyMemoryMs - 60_000))).toBe('repeated')
    expect(f.state.spot.orders.size).toBe(1)
    for (const later of [keyMemoryMs + 60_000, day - 1]) {
      send(f, keyAt(f.now + later), f.now + later, cancel)
      const told = send(f, key, f.now + later)
      expect(told).toMatchObject({
        ok: false,
        rejection: { reason: 'key_expired', detail: { at: String(f.now + later) } },
      })
    }
  })

  it('of another body is refused, as is one of another shape or far ahead', () => {
    const f = begin()
    const key = keyAt(f.now)
    send(f, key)
    expect(reasonOf(send(f, { ...key, digest: 'b'.repeat(64) }))).toBe('key_reused')
    expect(reasonOf(send(f, { ...key, id: 'f'.repeat(32) }))).toBe('request_malformed')
    expect(reasonOf(send(f, keyAt(f.now + day + 1)))).toBe('request_malformed')
  })

  it('belongs to its holder and route, and a refusal is not remembered', () => {
    const f = begin()
    const key = keyAt(f.now)
    send(f, key)
    expect(reasonOf(send(f, key, f.now, { ...command, holder: 33 }))).toBe(null)
    expect(reasonOf(send(f, { ...key, route: 'other' }))).toBe(null)
    const fresh = keyAt(f.now)
    expect(reasonOf(send(f, fresh, f.now, { ...command, quantity: 9_000_000_000 }))).toBe('balance_insufficient_order')
    expect(reasonOf(send(f, fresh))).toBe(null)
  })

  it('that is old acts only where the table was asked in vain, and only as of a time since when nothing was forgotten', () => {
    const f = begin()
    const old = keyAt(f.now - hour)
    expect(reasonOf(send(f, old))).toBe('key_expired')
    expect(reasonOf(send(f, { ...old, asked: f.now - keyMemoryMs - 1 }))).toBe('key_expired')
    expect(reasonOf(send(f, { ...old, asked: f.now }))).toBe(null)
    expect(reasonOf(send(f, old))).toBe('repeated')
    expect(reasonOf(send(f, { ...keyAt(f.now - day - 1), asked: f.now }))).toBe('key_expired')
  })

  it('dated ahead is forgotten like any other, and once forgotten never acts a second time', () => {
    const f = begin()
    const ahead = keyAt(f.now + 20 * hour)
    expect(reasonOf(send(f, ahead))).toBe(null)
    for (let at = 1; at <= 30; at += 1) send(f, keyAt(f.now + at * 60_000), f.now + at * 60_000, cancel)
    expect(f.state.keys.size).toBeLessThanOrEqual(11)
    for (const later of [31 * 60_000, 19 * hour, 21 * hour]) {
      expect(reasonOf(send(f, ahead, f.now + later))).toBe('key_expired')
    }
    // others of its holder are asked of the table until then, those of anybody else are not
    expect(reasonOf(send(f, keyAt(f.now + hour), f.now + hour))).toBe('key_expired')
    expect(reasonOf(send(f, keyAt(f.now + hour), f.now + hour, { ...cancel, holder: 33 }))).toBe(null)
  })

  it('is judged by the world’s time too, where engine time runs a day and more ahead of it or behind', () => {
    const wall = 1_700_000_000_000
    const apart = 30 * hour
    const key = keyAt(wall)
    const f = begin()
    const run = (now: number, world: number, sent: Key, own = f) =>
      execute(own.state, { key: sent, command: cancel }, now, world)
    expect(run(wall + apart, wall + apart, key)).toMatchObject({ rejection: { reason: 'key_expired' } })
    // engine time alone makes it no older than the table can tell
    const asked = { ...key, asked: wall + apart }
    expect(run(wall + apart, wall, key)).toMatchObject({ rejection: { detail: { at: String(wall + apart) } } })
    expect(run(wall + apart, wall, asked)).toMatchObject({ ok: true, repeated: null })
    expect(run(wall + apart + 1_000, wall + 1_000, key)).toMatchObject({ events: [], repeated: expect.any(Uint8Array) })
    expect(run(wall - apart, wall, key, begin())).toMatchObject({ ok: true, repeated: null })
    const late = { ...asked, route: 'late' }
    expect(run(wall + 2 * apart, wall + apart, late)).toMatchObject({ rejection: { reason: 'key_expired' } })
  })

  it('is part of the state: a snapshot gives the same answers, floors and bytes', () => {
    const f = begin()
    const [resting, ended, ahead] = [keyAt(f.now), keyAt(f.now), keyAt(f.now + hour)]
    send(f, resting)
    send(f, ended, f.now, cancel)
    send(f, ahead, f.now, cancel)
    const restored = decodeState(encodeState(f.state))
    expect(encodeState(restored)).toEqual(encodeState(f.state))
    const again = execute(restored, { key: resting, command }, f.now)
    const live = send(f, resting)
    expect(again.ok && again.repeated).toEqual(live.ok && live.repeated)
    const later = f.now + keyMemoryMs + 1
    for (const state of [restored, f.state]) {
      execute(state, { key: keyAt(later), command: { ...cancel, holder: 33 } }, later)
      expect(execute(state, { key: ahead, command: cancel }, later)).toMatchObject({
        rejection: { reason: 'key_expired' },
      })
    }
  })

  it('finds room for so many of one holder; those beyond are left to the table and never act twice', () => {
    const keys = new Keys()
    const now = 1_700_000_000_000
    const used = (id: string, holder = 32) => packedKey({ holder, route, id, digest: 'a'.repeat(16) })
    const ids = Array.from({ length: keysOfHolderMax + 500 }, (_, at) => keyAt(now + at).id)
    ids.forEach((id, at) => keys.remember(used(id), new Uint8Array(1), now + at))
    expect(keys.size).toBe(keysOfHolderMax)
    const last = ids.at(-1) ?? ''
    expect(keys.find(32, route, last)).toBeUndefined()
    const time = now + keysOfHolderMax + 499
    expect([keys.mayBeForgotten(32, time, time), keys.mayBeForgotten(32, time + 1, time)]).toEqual([true, false])
    expect([keys.isKnownSince(32, time - 1, time), keys.isKnownSince(32, time, time)]).toEqual([false, true])
    expect(keys.mayBeForgotten(33, time, time)).toBe(false)
  })

  it('is one of so many a day, counted anew each day of UTC', () => {
    const keys = new Keys()
    const now = 19_700 * day + 1
    for (let at = 0; at < keysADayMax; at += 1) {
      keys.remember(packedKey({ ...keyAt(now), holder: 32 }), new Uint8Array(1), now)
    }
    expect([keys.isSpent(32, now), keys.isSpent(33, now), keys.isSpent(32, now + day)]).toEqual([true, false, false])
    expect(keys.size).toBe(keysOfHolderMax)
  })
})
