import { expect, it } from 'vitest'
import { type EndNotice, ToldEnds } from './toldEnds.ts'

const day = 86_400_000
const began = 1_800_000_000_000
const spot = { symbol: 'BTCUSDT', ends: ['spot'] } as const
const two = { proposed: 'administrator', confirmed: 'administrator' } as const
const one = { proposed: 'administrator', confirmed: null } as const

function announcement(
  time: number,
  due = time + day,
  roles: Pick<EndNotice, 'proposed' | 'confirmed'> = two,
): EndNotice {
  const since = { name: 'since', unit: 'time', before: null, after: String(due) }
  return {
    id: 'n1',
    subject: 'BTCUSDT',
    time,
    figures: [since, { name: 'spot', unit: '', before: 'on', after: 'off' }],
    ...roles,
  }
}

function callingOff(time: number, due: number): EndNotice {
  const since = { name: 'since', unit: 'time', before: String(due), after: null }
  return {
    id: 'n2',
    subject: 'BTCUSDT',
    time,
    figures: [since, { name: 'spot', unit: '', before: 'off', after: 'on' }],
    ...one,
  }
}

function told(...notices: readonly EndNotice[]): ToldEnds {
  const ends = new ToldEnds()
  ends.note({ id: 'n0', subject: '', time: began, figures: [], proposed: 'server', confirmed: null })
  for (const notice of notices) ends.note(notice)
  return ends
}

const at = began + 10 * day
const row = { seq: 9, time: at + day }

it('an end that two announced a day before is well, once', () => {
  const ends = told(announcement(at))
  expect(ends.fault(spot, row, two)).toBe(null)
  expect(ends.announced).toBe(1)
  expect(ends.fault(spot, { seq: 10, time: row.time + 1 }, two)).toContain('row 10 ends spot of BTCUSDT, and nothing')
})

it.each([
  ['nothing announced', [], 'nothing in the log of evidence announced that a day before'],
  ['was announced too late', [announcement(at + 3_600_000, at + day)], 'nothing in the log of evidence'],
  ['was announced for a later moment', [announcement(at, at + 2 * day)], 'nothing in the log of evidence'],
  ['one person announced', [announcement(at, at + day, one)], 'no two people announced it'],
  ['was announced of another market', [{ ...announcement(at), subject: 'ETHUSDT' }], 'nothing in the log of evidence'],
  ['was called off', [announcement(at), callingOff(at + 1, at + day)], 'what the evidence n1 announced was called off'],
])('an end that %s is found with its row', (_what, notices, fault) => {
  const found = told(...notices).fault(spot, row, two)
  expect(found).toContain('row 9 ends spot of BTCUSDT')
  expect(found).toContain(fault)
})

it('what was called off hinders no later announcement', () => {
  const ends = told(announcement(at - 3 * day), callingOff(at - 3 * day + 1, at - 2 * day), announcement(at))
  expect(ends.fault(spot, row, two)).toBe(null)
})

it('tells what one operator decided alone, and what is of before such was announced', () => {
  const ends = told()
  expect(ends.fault(spot, row, one)).toBe(null)
  expect(ends.fault(spot, { seq: 2, time: began + day }, two)).toBe(null)
  expect(new ToldEnds().fault(spot, row, two)).toBe(null)
  expect([ends.announced, ends.alone, ends.before]).toEqual([0, 1, 1])
})
