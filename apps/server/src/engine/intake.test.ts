import type { HolderId } from '@truemark/core/ledger/holders'
import { describe, expect, it } from 'vitest'
import { Intake, type Realm, type Waiting, intakeLimits } from './intake.ts'

let requests = 0

function item(holder: HolderId | 'house', realm: Realm = 'real', size = 10): Waiting {
  const source = holder === 'house' ? ({ kind: 'house' } as const) : ({ kind: 'holder', holder, realm } as const)
  return { request: requests++, kind: 'command', source, bytes: new Uint8Array(size) }
}

function holders(items: readonly Waiting[]): (HolderId | 'house')[] {
  return items.map(({ source }) => (source.kind === 'house' ? 'house' : source.holder))
}

const small = { ...intakeLimits, batchCommandsMax: 8 }

describe('the intake', () => {
  it('gives all that fits in the order of arrival', () => {
    const intake = new Intake(small)
    const items = [item(40), item(41, 'demo'), item(40), item(42), item(41, 'demo')]
    for (const one of items) intake.offer(one)
    expect(intake.take(Infinity)).toEqual(items)
    expect([intake.size, intake.take(Infinity)]).toEqual([0, []])
  })

  it('lets holders take turns when more waits than a batch holds', () => {
    const intake = new Intake(small)
    for (let i = 0; i < 100; i += 1) intake.offer(item(40))
    for (const holder of [41, 42, 43]) intake.offer(item(holder))
    const batch = holders(intake.take(Infinity))
    expect(batch.filter((holder) => holder === 40)).toHaveLength(5)
    expect(batch).toEqual(expect.arrayContaining([41, 42, 43]))
  })

  it('lets the realms take turns, so that a crowd of demo accounts takes half at most', () => {
    const intake = new Intake(small)
    for (let holder = 100; holder < 200; holder += 1) intake.offer(item(holder, 'demo'))
    for (let i = 0; i < 20; i += 1) intake.offer(item(40, 'real'))
    const batch = intake.take(Infinity)
    expect(batch.filter(({ source }) => source.kind === 'holder' && source.realm === 'demo')).toHaveLength(4)
    const next = intake.take(Infinity)
    expect(next.filter(({ source }) => source.kind === 'holder' && source.realm === 'real')).toHaveLength(4)
  })

  it('puts the house first and never slows it', () => {
    const intake = new Intake(small)
    for (let i = 0; i < 20; i += 1) intake.offer(item(40))
    intake.offer(item('house'))
    expect(holders(intake.take(Infinity))[0]).toBe('house')
    intake.offer(item('house'))
    expect(holders(intake.take(0))).toEqual(['house'])
    expect(intake.take(0)).toEqual([])
    expect(intake.users).toBe(13)
  })

  it('keeps to the bytes of a batch, yet lets a large command pass', () => {
    const intake = new Intake({ ...intakeLimits, batchBytesMax: 100 })
    for (let i = 0; i < 10; i += 1) intake.offer(item(40, 'real', 40))
    expect(intake.take(Infinity)).toHaveLength(3)
    intake.offer(item('house', 'real', 500))
    expect(holders(intake.take(Infinity))).toEqual(['house'])
    expect(intake.take(Infinity)).toHaveLength(3)
  })

  it('has bounds for all, for one holder, and a place of its own for the house', () => {
    const intake = new Intake({ ...intakeLimits, waitingMax: 10, holderWaitingMax: 4, houseWaitingMax: 2 })
    const offered = Array.from({ length: 6 }, () => intake.offer(item(40)))
    expect(offered).toEqual([true, true, true, true, false, false])
    for (let holder = 50; holder < 56; holder += 1) expect(intake.offer(item(holder))).toBe(true)
    expect(intake.offer(item(60))).toBe(false)
    expect([intake.offer(item('house')), intake.offer(item('house')), intake.offer(item('house'))]).toEqual([
      true,
      true,
      false,
    ])
    intake.take(Infinity)
    expect(intake.offer(item(40))).toBe(true)
  })

  it('loses and repeats nothing over a long random run, and keeps each holder in order', () => {
    const intake = new Intake(small)
    const given: Waiting[] = []
    const taken: Waiting[] = []
    let random = 5
    const next = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 2_000; round += 1) {
      for (let i = next(20); i > 0; i -= 1) {
        const one = next(10) === 0 ? item('house') : item(40 + next(9), next(2) === 0 ? 'real' : 'demo')
        if (intake.offer(one)) given.push(one)
      }
      const batch = intake.take(next(4) === 0 ? next(5) : Infinity)
      expect(batch.length).toBeLessThanOrEqual(8)
      taken.push(...batch)
    }
    while (intake.size > 0) taken.push(...intake.take(Infinity))
    expect(taken.length).toBe(given.length)
    const lane = (items: readonly Waiting[], name: string): number[] =>
      items.filter(({ source }) => JSON.stringify(source) === name).map(({ request }) => request)
    for (const name of new Set(given.map(({ source }) => JSON.stringify(source)))) {
      expect(lane(taken, name)).toEqual(lane(given, name))
    }
  })
})
