import { expect, it } from 'vitest'
import type { Leader } from './leadSession.ts'
import { SilenceWatch } from './silence.ts'

const leader: Leader = { place: 'a/1', address: null, since: 0, beat: '1', tag: 'a', session: 1 }

/** Looks of 2 ms, one each 50 ms from `from` on; when the first of them found it silent. */
function silentAt(watch: SilenceWatch, from: number, to: number, at: (time: number) => Leader = () => leader) {
  for (let time = from; time < to; time += 50) if (watch.isSilent(at(time), time, time + 2)) return time
  return null
}

it('a leader is silent once the same beat was seen for so long, and not while it beats', () => {
  expect(silentAt(new SilenceWatch(1_000), 0, 5_000)).toBe(1_050)
  const beating = (time: number): Leader => ({ ...leader, beat: String(Math.floor(time / 900)) })
  expect(silentAt(new SilenceWatch(1_000), 0, 20_000, beating)).toBeNull()
  expect(silentAt(new SilenceWatch(1_000), 0, 5_000, (time) => ({ ...leader, session: time < 800 ? 1 : 2 }))).toBe(
    1_850,
  )
  expect(silentAt(new SilenceWatch(1_000), 0, 5_000, () => ({ ...leader, beat: null }))).toBeNull()
})

it('a look that was slow or late begins anew', () => {
  const slow = new SilenceWatch(1_000)
  expect(silentAt(slow, 0, 600)).toBeNull()
  expect(slow.isSilent(leader, 600, 2_200)).toBe(false)
  expect(silentAt(slow, 2_250, 9_000)).toBe(3_250)
  const late = new SilenceWatch(1_000)
  expect(silentAt(late, 0, 600)).toBeNull()
  expect(silentAt(late, 5_000, 9_000)).toBe(6_050)
  const rare = new SilenceWatch(100)
  expect([0, 33, 66, 132].map((time) => rare.isSilent(leader, time, time))).toEqual(Array(4).fill(false))
})
