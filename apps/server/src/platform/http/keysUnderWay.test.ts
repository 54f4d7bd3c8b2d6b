import { describe, expect, it } from 'vitest'
import type { Outcome } from './call.ts'
import { KeysUnderWay } from './keysUnderWay.ts'

const caller = { kind: 'user', userId: 7, realm: 'real' } as const
const key = { id: 'a'.repeat(32), route: 'POST /x', digest: 'b'.repeat(64) }

// work that ends when the test says so, and counts how often it was begun
function held() {
  let begun = 0
  let end: (outcome: Outcome<unknown>) => void = () => undefined
  const outcome = new Promise<Outcome<unknown>>((resolve) => (end = resolve))
  const work = (): Promise<Outcome<unknown>> => {
    begun += 1
    return outcome
  }
  return { work, end: (told: Outcome<unknown>) => end(told), begun: () => begun }
}

describe('calls with one key', () => {
  it('are one deed, whose outcome all of them get, a refusal too', async () => {
    for (const told of [
      { ok: true, data: { id: 'x' }, message: null },
      { ok: false, reason: 'balance_insufficient', params: undefined },
    ] as const) {
      const keys = new KeysUnderWay()
      const { work, end, begun } = held()
      const all = Array.from({ length: 20 }, () => keys.once(caller, key, work))
      await Promise.resolve()
      end(told)
      const [first, ...others] = await Promise.all(all)
      expect(first).toBe(told)
      for (const outcome of others) expect(outcome).toEqual(told.ok ? { ...told, replayed: true } : told)
      expect([begun(), keys.size]).toEqual([1, 0])
    }
  })

  it('share nothing with another body, whose turn comes after, another route, realm or person', async () => {
    const keys = new KeysUnderWay()
    const { work, end, begun } = held()
    const first = keys.once(caller, key, work)
    const order: string[] = []
    void first.then(() => order.push('first'))
    const changed = keys.once(caller, { ...key, digest: 'c'.repeat(64) }, () => {
      order.push('changed')
      return { ok: false, reason: 'key_reused', params: undefined }
    })
    const others = [
      keys.once(caller, { ...key, route: 'POST /y' }, work),
      keys.once({ ...caller, realm: 'demo' }, key, work),
      keys.once({ ...caller, userId: 8 }, key, work),
      keys.once(null, key, work),
      keys.once(caller, 'malformed', work),
    ]
    end({ ok: true, data: null, message: null })
    await Promise.all([first, ...others])
    expect(begun()).toBe(6)
    expect(await changed).toMatchObject({ reason: 'key_reused' })
    expect(order).toEqual(['first', 'changed'])
  })

  it('wait neither for ever nor without bound', async () => {
    const keys = new KeysUnderWay(30)
    const { work, end } = held()
    const first = keys.once(caller, key, work)
    const waiting = Array.from({ length: 501 }, () => keys.once(caller, key, work))
    expect(await waiting[500]).toMatchObject({ reason: 'server_busy' })
    expect(await waiting[0]).toMatchObject({ reason: 'server_busy' })
    end({ ok: true, data: null, message: null })
    expect(await first).toMatchObject({ ok: true })
  })

  it('fail alike where the deed throws, and the key is free again', async () => {
    const keys = new KeysUnderWay()
    const fail = (): never => {
      throw new Error('a fault of ours')
    }
    const both = await Promise.allSettled([keys.once(caller, key, fail), keys.once(caller, key, fail)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await keys.once(caller, key, () => ({ ok: true, data: 1, message: null }))).toMatchObject({ data: 1 })
  })
})
