import { client } from '@truemark/protocol/client'
import { appData as appDataRoute, type AppDataAnswer } from '@truemark/protocol/routes/content'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { call } from './api.ts'
import { elapsedNow, serverNow } from '@truemark/ui/device/serverTime'
import { session, tokenOf } from './session.ts'

interface KeptAppData {
  readonly data: AppDataAnswer | null
  readonly token: string | null
  readonly readAt: number
}

export const appDataStore = createStore<KeptAppData>(() => ({ data: null, token: null, readAt: 0 }))
let reading: { readonly token: string | null; readonly answer: Promise<AppDataAnswer> } | null = null

/** The app's data: kept for five minutes, read anew when it is older, when another account is signed in, or on `force`. */
export function appData(force = false): Promise<AppDataAnswer> {
  const token = tokenOf(session.getState())
  const { data, readAt, token: keptToken } = appDataStore.getState()
  const fresh = data !== null && keptToken === token && elapsedNow() - readAt < client.appDataCacheMs
  if (fresh && !force) return Promise.resolve(data)
  if (reading?.token === token) return reading.answer
  const answer = readAppData(token).finally(() => {
    if (reading?.answer === answer) reading = null
  })
  reading = { token, answer }
  return answer
}

async function readAppData(token: string | null): Promise<AppDataAnswer> {
  const data = await call(appDataRoute, {})
  appDataStore.setState({ data, token, readAt: elapsedNow() })
  return data
}

/** The app's data as last read, or null before the first reading. */
export function useAppData(): AppDataAnswer | null {
  return useStore(appDataStore, (state) => state.data)
}

/** A token that opens the socket now; null for a guest. A kept one that has run out is fetched anew. */
export async function socketToken(): Promise<string | null> {
  const { ws } = await appData()
  if (ws === null || ws.expire_at > serverNow()) return ws?.token ?? null
  return (await appData(true)).ws?.token ?? null
}
