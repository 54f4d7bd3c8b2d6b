/** The part of localStorage that is used here. */
export interface KeyStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

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
const dayMs = 86_400_000

/** Makes a UUIDv7 from UTC milliseconds and 16 random bytes (RFC 9562, 5.7). */
export function uuidV7(now: number, random: Uint8Array): string {
  const bytes = Uint8Array.from(random.subarray(0, 16))
  let rest = BigInt(now)
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = Number(rest & 255n)
    rest >>= 8n
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The requests whose answers are not known, oldest first; those older than a day are dropped (the server refuses them). */
export function pendingSends(storage: KeyStorage, now: number): PendingSend[] {
  const text = storage.getItem(storageKey)
  if (text === null) return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isPending).filter((send) => now - send.madeAt < dayMs) : []
  } catch {
    return []
  }
}

/**
 * The key under which a request is to be sent, stored before it leaves. The same request of the same owner, still
 * without an answer, gets the key it had: sent twice, it happens once.
 */
export function keyForSend(
  storage: KeyStorage,
  request: { readonly owner: string; readonly route: string; readonly body: string },
  now: number,
): string {
  const pending = pendingSends(storage, now)
  const same = pending.find(
    (send) => send.owner === request.owner && send.route === request.route && send.body === request.body,
  )
  if (same) return same.key
  const key = uuidV7(now, crypto.getRandomValues(new Uint8Array(16)))
  write(storage, [...pending, { key, ...request, madeAt: now }].slice(-pendingMax))
  return key
}

/** Forgets a request whose answer has come, be it yes or no. */
export function settleSend(storage: KeyStorage, key: string, now: number): void {
  write(
    storage,
    pendingSends(storage, now).filter((send) => send.key !== key),
  )
}

function write(storage: KeyStorage, pending: readonly PendingSend[]) {
  if (pending.length === 0) storage.removeItem(storageKey)
  else storage.setItem(storageKey, JSON.stringify(pending))
}

function isPending(value: unknown): value is PendingSend {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  const texts = ['key', 'owner', 'route', 'body'].every((name) => typeof fields.get(name) === 'string')
  return texts && typeof fields.get('madeAt') === 'number'
}
