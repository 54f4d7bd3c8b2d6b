import { dayMs } from '@truemark/core/money/units'
import { newKey } from '@truemark/ui/device/newKey'
import type { Store } from '@truemark/ui/device/store'

/** A money-moving request whose answer is not known yet. */
export interface PendingSend {
  readonly key: string
  /** Whose request it is; two accounts on one browser never share a key. */
  readonly owner: string
  readonly route: string
  /** The request's body as it was sent: a retry sends these very bytes. */
  readonly body: string
  readonly madeAt: number
}

const storageKey = 'truemark.pendingSends'
const pendingMax = 50

/** The requests whose answers are not known, oldest first; those older than a day are dropped (the server refuses them). */
export function pendingSends(storage: Store, now: number): PendingSend[] {
  const text = storage.getItem(storageKey)
  if (text === null) return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isPending).filter((send) => now - send.madeAt < dayMs) : []
  } catch {
    return []
  }
}

/** The key under which a request is to be sent, and whether it was sent under it before. */
export interface SendKey {
  readonly key: string
  readonly again: boolean
}

/**
 * The key under which a request is to be sent, stored before it leaves. The same request of the same owner, still
 * without an answer, gets the key it had: sent twice, it happens once. `now` is the server's time, which a key bears.
 */
export function keyForSend(
  storage: Store,
  request: { readonly owner: string; readonly route: string; readonly body: string },
  now: number,
): SendKey {
  const pending = pendingSends(storage, now)
  const same = pending.find(
    (send) => send.owner === request.owner && send.route === request.route && send.body === request.body,
  )
  if (same) return { key: same.key, again: true }
  const key = newKey(now)
  write(storage, [...pending, { key, ...request, madeAt: now }].slice(-pendingMax))
  return { key, again: false }
}

/** Forgets a request whose answer has come, be it yes or no. */
export function settleSend(storage: Store, key: string, now: number): void {
  write(
    storage,
    pendingSends(storage, now).filter((send) => send.key !== key),
  )
}

function write(storage: Store, pending: readonly PendingSend[]) {
  if (pending.length === 0) storage.removeItem(storageKey)
  else storage.setItem(storageKey, JSON.stringify(pending))
}

function isPending(value: unknown): value is PendingSend {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  const texts = ['key', 'owner', 'route', 'body'].every((name) => typeof fields.get(name) === 'string')
  return texts && typeof fields.get('madeAt') === 'number'
}
