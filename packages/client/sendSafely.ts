import { ApiError } from '@truemark/protocol/calling'
import { client } from '@truemark/protocol/client'
import type { Reason } from '@truemark/protocol/errors'
import { elapsedNow, serverNow } from '@truemark/ui/device/serverTime'
import type { Store } from '@truemark/ui/device/store'
import { giveUpSend, keyForSend, keySent, settleSend } from './idempotency.ts'

const sendsMax = 3
/** A lost answer is asked for again within this time of the first sending; after it a person decides. */
const resendWithinMs = 20_000
const unsettled: ReadonlySet<string> = new Set<Reason>([
  'server_error',
  'server_busy',
  'outcome_unknown',
  'rate_limited',
])

/** What it takes of a caller's parts. */
interface Parts {
  readonly baseUrl: () => Promise<string>
  readonly storage: Store
  readonly wait: (delayMs: number) => Promise<void>
  readonly online?: () => boolean
}

interface Request {
  readonly owner: string
  readonly route: string
  readonly body: string
}

/** Where a request is made, and the key that it is to be sent under once more. */
interface Press {
  readonly attempt: string | undefined
  readonly again: string | undefined
}

/** The last request of each attempt and route that has no answer, with its key: what stands open there sends it again. */
const held = new Map<string, { readonly body: string; readonly key: string }>()
const underWay = new Map<string, Store>()

if (typeof window !== 'undefined') {
  // whoever comes back is told of what was on its way then
  window.addEventListener('pagehide', () => {
    for (const [key, storage] of underWay) giveUpSend(storage, key, serverNow())
  })
}

/**
 * Sends a request under its key until an answer comes, and gives that up after a while.
 * @throws {ApiError}
 */
export async function sendSafely(
  parts: Parts,
  request: Request,
  once: (key: string) => Promise<unknown>,
  { attempt, again: kept }: Press,
): Promise<unknown> {
  await parts.baseUrl()
  if (isOffline(parts)) throw new ApiError('not_sent', 0, '')
  const { storage } = parts
  const place = JSON.stringify([attempt, request.owner, request.route])
  const before = held.get(place)
  const here = before?.body === request.body ? before.key : undefined
  const sent = kept ?? (attempt === undefined ? keySent(storage, request, serverNow()) : here)
  let { key, again } = begin(sent)

  function begin(known?: string) {
    const first = keyForSend(storage, request, serverNow(), known)
    if (attempt !== undefined) held.set(place, { body: request.body, key: first.key })
    underWay.set(first.key, storage)
    return first
  }
  function settle(): void {
    underWay.delete(key)
    if (held.get(place)?.key === key) held.delete(place)
    settleSend(storage, key, serverNow())
  }
  function giveUp(): void {
    if (!underWay.delete(key)) return
    giveUpSend(storage, key, serverNow())
  }

  const until = elapsedNow() + resendWithinMs
  try {
    for (let send = 1; ; send += 1) {
      try {
        const data = await once(key)
        settle()
        return data
      } catch (failure) {
        if (!again && send === 1 && failure instanceof ApiError && failure.reason === 'key_expired') {
          // Made by a wrong clock, before an answer had told the time: the refusal did, and under this key nothing happened.
          settle()
          key = begin().key
          again = true
          continue
        }
        const lost =
          !(failure instanceof ApiError) || failure.reason === 'network' || failure.reason === 'outcome_unknown'
        if (!lost && !unsettled.has(failure.reason)) settle()
        if (!lost || send >= sendsMax) throw failure
        await parts.wait(client.reconnectDelayMinMs * send)
        if (isOffline(parts) || elapsedNow() > until) throw failure
      }
    }
  } finally {
    giveUp()
  }
}

function isOffline(parts: Parts): boolean {
  return parts.online?.() === false
}
