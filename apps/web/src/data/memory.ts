import { jsonOf } from '@truemark/protocol/jsonOf'
import { localStore } from '@truemark/ui/device/store'
import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'

const name = 'truemark.heads'

interface Remembered {
  /** What this browser keeps of the server's past, as the transparency pages wrote it; null: nothing yet. */
  readonly text: string | null
}

const remembered = createStore<Remembered>(() => ({ text: localStore.getItem(name) }))

/** What this browser keeps of the server's past. */
export function keptText(): string | null {
  return remembered.getState().text
}

/** Keeps it, or forgets it. */
export function keepText(text: string | null): void {
  if (text === null) localStore.removeItem(name)
  else localStore.setItem(name, text)
  remembered.setState({ text })
}

/** What is kept, for a screen that shows it. */
export function useKeptText(): string | null {
  return useStore(remembered, ({ text }) => text)
}

/** Whether the server has shown a past that contradicts the one it showed this browser before. */
export function usePastContradicted(): boolean {
  return useStore(remembered, ({ text }) => isContradicted(text))
}

function isContradicted(text: string | null): boolean {
  const kept = jsonOf(text ?? 'null')
  return typeof kept === 'object' && kept !== null && 'broken' in kept && kept.broken !== null
}
