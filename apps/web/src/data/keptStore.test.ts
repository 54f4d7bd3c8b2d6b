import { localStore } from '@truemark/ui/device/store'
import { afterEach, expect, it } from 'vitest'
import { keptStore } from './keptStore.ts'

const name = 'truemark.test'
afterEach(() => localStore.removeItem(name))

interface Look {
  size: number
  bold: boolean
}

const readLook = (kept: unknown): Look => ({
  size: typeof kept === 'object' && kept !== null && 'size' in kept && typeof kept.size === 'number' ? kept.size : 1,
  bold: false,
})

it('keeps each change, and the next page begins with it', () => {
  const store = keptStore(name, readLook)
  expect(store.getState()).toEqual({ size: 1, bold: false })
  store.setState({ size: 3 })
  expect(localStore.getItem(name)).toBe('{"state":{"size":3,"bold":false},"version":1}')
  expect(keptStore(name, readLook).getState().size).toBe(3)
})

it.each([
  '',
  '{',
  '[]',
  '{"state":{"size":3}}',
  '{"state":{"size":3},"version":2}',
  '{"state":{"size":"3"},"version":1}',
])('begins anew where %s was kept', (text) => {
  localStore.setItem(name, text)
  expect(keptStore(name, readLook).getState().size).toBe(1)
})

it('takes in what another tab has kept, and does not write it again', () => {
  const store = keptStore(name, readLook)
  const heard: number[] = []
  store.subscribe(({ size }) => heard.push(size))
  const text = '{"version":1,"state":{"size":5}}'
  localStore.setItem(name, text)
  store.readAgain()
  expect(heard).toEqual([5])
  expect(localStore.getItem(name)).toBe(text)
})
