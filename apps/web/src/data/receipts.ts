import { jsonOf } from '@truemark/protocol/jsonOf'
import { localStore } from '@truemark/ui/device/store'
import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'

const name = 'truemark.receipts'
/** The newest kept; as many as a file may hold. */
const keptMax = 200

/** Receipts as answers bore them: what they say is read where they are compared. */
interface Kept {
  readonly receipts: readonly unknown[]
  /** What the journal was found to lack or to have otherwise; null: nothing. */
  readonly broken: unknown
}

const nothing: Kept = { receipts: [], broken: null }

function read(text: string | null): Kept {
  const kept = jsonOf(text ?? 'null')
  if (typeof kept !== 'object' || kept === null || !('receipts' in kept) || !Array.isArray(kept.receipts))
    return nothing
  return { receipts: kept.receipts, broken: 'broken' in kept ? kept.broken : null }
}

const store = createStore<Kept>(() => read(localStore.getItem(name)))

function keep(kept: Kept): void {
  localStore.setItem(name, JSON.stringify(kept))
  store.setState(kept)
}

/** Keeps the receipt that an answer bore. */
export function keepReceipt(receipt: unknown): void {
  // another tab may have kept some meanwhile
  const { receipts, broken } = read(localStore.getItem(name))
  keep({ receipts: [...receipts, receipt].slice(-keptMax), broken })
}

/** Keeps what was found wrong, until its reader lets go of it. */
export function keepBroken(broken: unknown): void {
  keep({ receipts: read(localStore.getItem(name)).receipts, broken })
}

/** Forgets all receipts. */
export function forgetReceipts(): void {
  localStore.removeItem(name)
  store.setState(nothing)
}

/** What is kept now. */
export function keptReceipts(): Kept {
  return read(localStore.getItem(name))
}

/** What is kept, for a screen that shows it. */
export function useKeptReceipts(): Kept {
  return useStore(store)
}

/** Whether the journal was found to lack, or to have otherwise, what a receipt is of. */
export function useReceiptsBroken(): boolean {
  return useStore(store, ({ broken }) => broken !== null)
}
