import type { KeyStorage } from './idempotency.ts'

let memory: Map<string, string> | null = null

/** localStorage, or memory where the browser refuses it (then nothing outlives the page). */
export function localStore(): KeyStorage {
  try {
    if (typeof localStorage !== 'undefined') return localStorage
  } catch {
    // Reading the property itself throws where storage is forbidden.
  }
  const map = (memory ??= new Map())
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}
