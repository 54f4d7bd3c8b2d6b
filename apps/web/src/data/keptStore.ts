import { jsonOf } from '@truemark/protocol/jsonOf'
import { localStore } from '@truemark/ui/device/store'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** What is kept was written by this version of the format, or is none. */
const version = 1

/** A store that this device keeps. */
export interface KeptStore<State> extends StoreApi<State> {
  /** Takes in what another tab has kept. */
  readonly readAgain: () => void
}

/** Makes a store that is kept under a name with each change; `read` makes a state of what was kept, null where none was. */
export function keptStore<State extends object>(name: string, read: (kept: unknown) => State): KeptStore<State> {
  const readNow = () => read(stateIn(localStore.getItem(name)))
  const store = createStore<State>(readNow)
  let isReading = false
  store.subscribe((state) => {
    if (!isReading) localStore.setItem(name, JSON.stringify({ state, version }))
  })
  return {
    ...store,
    readAgain() {
      isReading = true
      store.setState(readNow(), true)
      isReading = false
    },
  }
}

function stateIn(text: string | null): unknown {
  const kept = jsonOf(text ?? 'null')
  if (typeof kept !== 'object' || kept === null || !('state' in kept) || !('version' in kept)) return null
  return kept.version === version ? kept.state : null
}
