import { type KeyObject, createSecretKey } from 'node:crypto'
import type { ProgramKey } from '../platform/http/session.ts'
import type { SealingKeys } from '../platform/keys/sealingKeys.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { allowing } from './addresses.ts'
import { publicKeyOf } from './publicKey.ts'
import { type LiveKey, eraseOldKeys, liveKey, touchKey } from './store.ts'

export interface KeyringPorts {
  readonly database: Database
  readonly sealing: SealingKeys
  readonly ids: PublicIds
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** Looks keys of programs up, and notes once a minute that one is used, and from where. */
export interface Keyring {
  find(id: string): Promise<ProgramKey | null>
  erase(): Promise<void>
  /** Waits for what is being noted. */
  close(): Promise<void>
}

const noteEveryMs = 60_000

const nobodys = -1

const keyMark = 'key '

/** What stands for a key where sessions are named. */
export const keyName = (id: number): string => `${keyMark}${id}`

/** The number of the key that stands where a session would; null where a session does. */
export function keyNumber(sessionId: string): number | null {
  return sessionId.startsWith(keyMark) ? Number(sessionId.slice(keyMark.length)) : null
}

export function openKeyring({ database, sealing, ids, now, onError }: KeyringPorts): Keyring {
  let noting: Promise<void> = Promise.resolve()
  const note = (id: number, network: string): void => {
    noting = noting.then(() => touchKey(database, id, network)).catch(onError)
  }
  return {
    find: async (text) => {
      // what is no id is asked for as well, so that it takes as long
      const row = await liveKey(database, ids.read('apiKey', text) ?? nobodys)
      const key = row === null ? null : keyOf(sealing, row)
      if (row === null || key === null) return null
      const { id, userId, realm, holder, staff, trades, addresses, expiresAt } = row
      const scope = trades ? 'trade' : 'read'
      const actor = realm === 'demo' ? 'demo' : 'user'
      const person = { kind: 'user', userId, holder, realm, guest: false, staff, actor } as const
      let { usedAt, usedFrom } = row
      return {
        caller: { sessionId: keyName(id), ...person, program: { key: id, scope } },
        key,
        allows: allowing(addresses),
        expiresAt,
        used: (network) => {
          if (usedAt !== null && now() - usedAt < noteEveryMs && usedFrom === network) return
          ;[usedAt, usedFrom] = [now(), network]
          note(id, network)
        },
      }
    },
    erase: () => eraseOldKeys(database),
    close: () => noting,
  }
}

// a secret that opens under no key lets nobody in
function keyOf(sealing: SealingKeys, { id, publicKey, sealed }: LiveKey): KeyObject | null {
  if (publicKey !== null) return publicKeyOf(publicKey)
  if (sealed === null) return null
  try {
    return createSecretKey(sealing.open('api key', String(id), sealed))
  } catch {
    return null
  }
}
