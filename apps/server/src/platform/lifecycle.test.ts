import { expect, it } from 'vitest'
import { Lifecycle } from './lifecycle.ts'

it('stops the last started first, goes on past failures and slow ones, and takes what comes late', async () => {
  const told: string[] = []
  const lifecycle = new Lifecycle({ onError: (step, message) => told.push(`${step}: ${message}`) })
  lifecycle.add('first', 100, () => void told.push('first'))
  lifecycle.add('slow', 20, () => new Promise(() => undefined))
  lifecycle.add('broken', 100, () => Promise.reject(new Error('no')))
  lifecycle.add('last', 100, () => void told.push('last'))
  expect(lifecycle.isStopping).toBe(false)
  const stopped = lifecycle.stop()
  expect(lifecycle.isStopping).toBe(true)
  await stopped
  expect(told).toEqual(['last', 'broken: no', 'slow: it took more than 20 ms', 'first'])
  lifecycle.add('late', 100, () => void told.push('late'))
  await lifecycle.stop()
  expect(told.at(-1)).toBe('late')
})
