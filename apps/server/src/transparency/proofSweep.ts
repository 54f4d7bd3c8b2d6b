import { type ProverPorts, proveLiabilities } from './liabilities.ts'
import { findNewestEpoch } from './liabilities.store.ts'

const dayMs = 86_400_000
const lookEveryMs = 300_000
const firstAfterMs = 60_000

/**
 * Makes a proof of what is owed each day, at a moment that nobody knows before: within the hour after a day has passed.
 * Returns how to stop.
 */
export function startProofs(ports: ProverPorts, onError: (error: unknown) => void): () => void {
  let delay = Math.random() * 3_600_000
  let running = false
  const look = async (): Promise<void> => {
    if (running) return
    running = true
    try {
      const newest = await findNewestEpoch(ports.database)
      if (newest !== null && ports.now() - newest.time < dayMs + delay) return
      await proveLiabilities(ports)
      delay = Math.random() * 3_600_000
    } finally {
      running = false
    }
  }
  const first = setTimeout(() => void look().catch(onError), firstAfterMs).unref()
  const timer = setInterval(() => void look().catch(onError), lookEveryMs).unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
