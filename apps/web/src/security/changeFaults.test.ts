import { expect, it } from 'vitest'
import { changeFaults, type Change } from './changeFaults.ts'

const good: Change = {
  code: '123456',
  old: 'Quiet-river7',
  password: 'Other-river8',
  confirm: 'Other-river8',
  byPasskey: false,
}

it('has no fault when all is there', () => {
  expect(changeFaults(good)).toEqual({})
  expect(changeFaults({ ...good, code: '', byPasskey: true })).toEqual({})
})

it.each<[Partial<Change>, object]>([
  [{ code: '12345' }, { code: 'code' }],
  [{ old: '' }, { old: 'required' }],
  [{ password: 'a1b2c', confirm: 'a1b2c' }, { password: 'length' }],
  [{ password: 'a1b2c3d4e5f6a1b2c3d4x', confirm: 'a1b2c3d4e5f6a1b2c3d4x' }, { password: 'length' }],
  [{ password: good.old, confirm: good.old }, { password: 'unchanged' }],
  [{ confirm: 'other' }, { confirm: 'mismatch' }],
])('%j is complained of', (change, faults) => {
  expect(changeFaults({ ...good, ...change })).toEqual(faults)
})
