import { client } from '@truemark/protocol/client'
import { serverNow } from '@truemark/ui/device/serverTime'
import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'

interface ServerClock {
  /** The server's time in whole seconds of the last beat, in UTC milliseconds. */
  readonly now: number
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
function createWatchedClock() {
  const clock = createStore<ServerClock>(() => ({ now: wholeSecond() }))
  let timer: ReturnType<typeof setInterval> | null = null
  let watchers = 0
  const beat = () => {
    const now = wholeSecond()
    if (now !== clock.getState().now) clock.setState({ now })
  }
  return {
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
}

const watchedClock = createWatchedClock()

function wholeSecond(): number {
  return Math.floor(serverNow() / 1000) * 1000
}
