import { describe, expect, it } from 'vitest'
import { loadPart, type Connection } from './lazyPart.tsx'

/** A connection that a test cuts and mends; pauses end at once and are noted. */
function connectionOf(online: boolean) {
  const pauses: number[] = []
  let wake = (): void => undefined
  const state = { online }
  const connection: Connection = {
    isOnline: () => state.online,
    whenOnline: () =>
      new Promise((resolve) => {
        wake = resolve
      }),
    pause: (delayMs) => {
      pauses.push(delayMs)
      return Promise.resolve()
    },
  }
  const mend = (): void => {
    state.online = true
    wake()
  }
  return { connection, pauses, mend }
}

function failing(times: number) {
  const calls = { count: 0 }
  const load = (): Promise<string> => {
    calls.count += 1
    return calls.count <= times ? Promise.reject(new Error('no code')) : Promise.resolve('code')
  }
  return { calls, load }
}

describe('loadPart', () => {
  it('waits without a connection and tries only when there is one', async () => {
    const { connection, pauses, mend } = connectionOf(false)
    const { calls, load } = failing(1)
    const loaded = loadPart(load, connection)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(calls.count).toBe(1)
    mend()
    await expect(loaded).resolves.toBe('code')
    expect(calls.count).toBe(2)
    expect(pauses).toEqual([])
  })

  it('tries four times with a connection, further apart each time, and then says so', async () => {
    const { connection, pauses } = connectionOf(true)
    const gone = failing(9)
    await expect(loadPart(gone.load, connection)).rejects.toThrow('no code')
    expect(gone.calls.count).toBe(4)
    expect(pauses).toEqual([500, 1_000, 2_000])
    await expect(loadPart(failing(3).load, connection)).resolves.toBe('code')
  })
})
