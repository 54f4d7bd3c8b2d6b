import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const listeners = new Map<string, () => void>()
const browser = { onLine: true, languages: ['en'] }
vi.stubGlobal('navigator', browser)
vi.stubGlobal('window', { addEventListener: (type: string, listener: () => void) => listeners.set(type, listener) })

const { heardServer, linkStore, setQuiet, setReconnecting } = await import('./link.ts')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  setReconnecting(false)
  listeners.get('online')?.()
  vi.useRealTimers()
})

describe('the link to the server', () => {
  it('is down at once without a network, and says of when it is', () => {
    vi.setSystemTime(1_800_000_000_000)
    heardServer()
    vi.setSystemTime(1_800_000_009_000)
    listeners.get('offline')?.()
    expect(linkStore.getState()).toMatchObject({ online: false, down: true, asOf: 1_800_000_000_000 })
    listeners.get('online')?.()
    expect(linkStore.getState()).toMatchObject({ online: true, down: false, asOf: null })
  })

  it('is down once the live connection has been away for five seconds, and not before', () => {
    setReconnecting(true)
    vi.advanceTimersByTime(4_999)
    expect(linkStore.getState().down).toBe(false)
    vi.advanceTimersByTime(1)
    expect(linkStore.getState().down).toBe(true)
    setReconnecting(false)
    expect(linkStore.getState()).toMatchObject({ down: false, asOf: null })
  })

  it('is down as soon as it is quiet, says of when what is shown is, and stays so while it is made anew', () => {
    vi.setSystemTime(1_800_000_000_000)
    heardServer()
    vi.setSystemTime(1_800_000_005_000)
    setQuiet(true)
    expect(linkStore.getState()).toMatchObject({ quiet: true, down: true, asOf: 1_800_000_000_000 })
    setReconnecting(true)
    setQuiet(false)
    expect(linkStore.getState()).toMatchObject({ down: true, asOf: 1_800_000_000_000 })
    setReconnecting(false)
    expect(linkStore.getState()).toMatchObject({ down: false, asOf: null })
  })

  it('that comes back within five seconds was never down', () => {
    setReconnecting(true)
    vi.advanceTimersByTime(3_000)
    setReconnecting(false)
    vi.advanceTimersByTime(10_000)
    expect(linkStore.getState().down).toBe(false)
  })

  it('with the network back is not up before the live connection is', () => {
    listeners.get('offline')?.()
    setReconnecting(true)
    listeners.get('online')?.()
    expect(linkStore.getState().down).toBe(true)
    setReconnecting(false)
    expect(linkStore.getState().down).toBe(false)
  })
})
