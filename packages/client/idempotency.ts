import { dayMs } from '@truemark/core/money/units'
import { newKey } from './newKey.ts'
import { jsonOf } from '@truemark/protocol/jsonOf'
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
  /** Which page waits for its answer; none where that has given it up. */
  readonly page?: string | undefined
}

/** This page among those of the browser. */
const ownPage = newKey(0)
/** A page that is gone without a word waits no longer than this for an answer. */
const waitMaxMs = 75_000

const storageKey = 'truemark.pendingSends'
const pendingMax = 50

/** The requests whose answers are not known, oldest first; those older than a day are dropped (the server refuses them). */
export function pendingSends(storage: Store, now: number): PendingSend[] {
  const text = storage.getItem(storageKey)
  const list = text === null ? null : jsonOf(text)
  return Array.isArray(list) ? list.filter(isPending).filter((send) => now - send.madeAt < dayMs) : []
}

/** The key under which a request is to be sent, and whether it was sent under it before. */
export interface SendKey {
  readonly key: string
  readonly again: boolean
}

interface Request {
  readonly owner: string
  readonly route: string
  readonly body: string
}

/** The key of the same request of the same owner, if that was sent and has no answer. */
export function keySent(storage: Store, request: Request, now: number): string | undefined {
  const { owner, route, body } = request
  return pendingSends(storage, now).find((send) => send.owner === owner && send.route === route && send.body === body)
    ?.key
}

/**
 * The key under which a request is to be sent, stored before it leaves: a new one, or that under which it was `sent`
 * before and has no answer. Sent twice under one it happens once. `now` is the server's time, which a key bears.
 */
export function keyForSend(storage: Store, request: Request, now: number, sent?: string): SendKey {
  const pending = pendingSends(storage, now)
  const key = sent ?? newKey(now)
  const madeAt = pending.find((send) => send.key === key)?.madeAt ?? now
  const others = pending.filter((send) => send.key !== key)
  write(storage, [...others, { key, ...request, madeAt, page: ownPage }].slice(-pendingMax))
  return { key, again: sent !== undefined }
}

/** Whether nobody waits for the answer of a request any more, so that its person has to be told. */
export function isLost(send: PendingSend, now: number): boolean {
  return send.page === undefined || (send.page !== ownPage && now - send.madeAt > waitMaxMs)
}

/** Notes that this page waits no longer for the answer of a request. */
export function giveUpSend(storage: Store, key: string, now: number): void {
  write(
    storage,
    pendingSends(storage, now).map((send) => (send.key === key ? { ...send, page: undefined } : send)),
  )
}

/** Forgets a request whose answer has come, be it yes or no. */
export function settleSend(storage: Store, key: string, now: number): void {
  write(
    storage,
    pendingSends(storage, now).filter((send) => send.key !== key),
  )
}

const listeners = new Set<() => void>()

/** Is called whenever the requests without an answer are others, in whichever window of the browser; gives what ends that. */
export function onPendingSends(changed: () => void): () => void {
  const heard = ({ key }: StorageEvent) => (key === storageKey || key === null) && changed()
  listeners.add(changed)
  window.addEventListener('storage', heard)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', heard)
  }
}

function write(storage: Store, pending: readonly PendingSend[]) {
  if (pending.length === 0) storage.removeItem(storageKey)
  else storage.setItem(storageKey, JSON.stringify(pending))
  for (const changed of listeners) changed()
}

function isPending(value: unknown): value is PendingSend {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  const texts = ['key', 'owner', 'route', 'body'].every((name) => typeof fields.get(name) === 'string')
  return texts && typeof fields.get('madeAt') === 'number'
}
