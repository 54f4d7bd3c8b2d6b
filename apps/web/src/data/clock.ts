import { client } from '@truemark/protocol/client'
import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'

interface ServerClock {
  /** The server's time less this machine's, in milliseconds. */
  readonly offsetMs: number
  /** The server's time in whole seconds of the last beat, in UTC milliseconds. */
  readonly now: number
}

const clock = createStore<ServerClock>(() => ({ offsetMs: 0, now: Math.floor(Date.now() / 1000) * 1000 }))
let timer: ReturnType<typeof setInterval> | null = null
let watchers = 0

/** The server's time as well as this machine knows it, in UTC milliseconds. */
export function serverNow(): number {
  return Date.now() + clock.getState().offsetMs
}

/**
 * Learns the server's time from an answer: `serverTime` was true somewhere between `sentAt` and `heardAt` (this
 * machine's time). Corrections below `toleranceMs` are noise and are left out.
 */
export function learnServerTime(serverTime: number, sentAt: number, heardAt: number, toleranceMs = 1_000): void {
  const offsetMs = clockOffset(serverTime, sentAt, heardAt)
  if (Math.abs(offsetMs - clock.getState().offsetMs) >= toleranceMs) clock.setState({ offsetMs: Math.round(offsetMs) })
}

/** The offset that puts `serverTime` in the middle between sending and hearing. */
export function clockOffset(serverTime: number, sentAt: number, heardAt: number): number {
  return serverTime - (sentAt + heardAt) / 2
}

/** The shared clock: the server's time, renewed once a second for all who show it. */
export function useClock(): number {
  return useStore(watchedClock, (state) => state.now)
}

/** Whole seconds that remain until `dueAt`, floored, never below zero. */
export function secondsLeft(dueAt: number, now: number): number {
  return Math.max(0, Math.floor((dueAt - now) / 1000))
}

// The timer runs only while something shows the time.
const watchedClock = {
  ...clock,
  subscribe(listener: (state: ServerClock, previous: ServerClock) => void) {
    const stop = clock.subscribe(listener)
    watchers += 1
    timer ??= setInterval(beat, client.clockMs)
    beat()
    return () => {
      stop()
      watchers -= 1
      if (watchers > 0 || timer === null) return
      clearInterval(timer)
      timer = null
    }
  },
}

function beat() {
  const now = Math.floor(serverNow() / 1000) * 1000
  if (now !== clock.getState().now) clock.setState({ now })
}
