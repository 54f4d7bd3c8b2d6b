import { useStore } from 'zustand'
import { keptStore } from './keptStore.ts'

/** Whether letters work as keys of the trading screen; kept on this device. */
export interface TradeKeysSetting {
  readonly on: boolean
}

export const tradeKeys = keptStore('truemark.tradeKeys', readTradeKeys)

/** Reads what was kept; they work until they are switched off. */
export function readTradeKeys(kept: unknown): TradeKeysSetting {
  return { on: !(typeof kept === 'object' && kept !== null && 'on' in kept && kept.on === false) }
}

export function useTradeKeysOn(): boolean {
  return useStore(tradeKeys, ({ on }) => on)
}
