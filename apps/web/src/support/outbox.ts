import { client } from '@truemark/protocol/client'
import { chatOutboxName } from '../data/chat.ts'
import type { Store } from '@truemark/ui/device/store'

/** Something that the user has written and that the server has not confirmed yet. */
export interface PendingLine {
  readonly key: string
  readonly text: string
  /** A picture that goes with it, which lives as long as the page. */
  readonly image: Blob | null
  readonly madeAt: number
  /** Why the server refused it; null while it waits to be sent. */
  readonly failure: Error | null
}

const keptMax = 50
const dayMs = 86_400_000

interface Kept {
  readonly owner: string
  readonly lines: readonly { readonly key: string; readonly text: string; readonly madeAt: number }[]
}

/**
 * What was written and not confirmed, as it is kept on this device over a reload: texts alone, of one person, for a
 * day. Whoever signs in next never sees it.
 */
export function readOutbox(storage: Store, owner: string, now: number): PendingLine[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(chatOutboxName) ?? 'null')
    if (!isKept(kept) || kept.owner !== owner) return []
    return kept.lines
      .filter(({ madeAt }) => now - madeAt < dayMs)
      .map(({ key, text, madeAt }) => ({ key, text, madeAt, image: null, failure: null }))
  } catch {
    return []
  }
}

/** Keeps what is on its way; pictures are not kept. */
export function writeOutbox(storage: Store, owner: string, pending: readonly PendingLine[]): void {
  const lines = pending
    .filter(({ image }) => image === null)
    .slice(-keptMax)
    .map(({ key, text, madeAt }) => ({ key, text, madeAt }))
  if (lines.length === 0) storage.removeItem(chatOutboxName)
  else storage.setItem(chatOutboxName, JSON.stringify({ owner, lines } satisfies Kept))
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null || !('owner' in value) || !('lines' in value)) return false
  const { lines } = value
  return typeof value.owner === 'string' && Array.isArray(lines) && lines.every(isLine)
}

function isLine(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  const isText = (name: string): boolean => typeof fields.get(name) === 'string'
  return isText('key') && isText('text') && typeof fields.get('madeAt') === 'number'
}

/** How long to wait before what is on its way is tried again, after so many failures. */
export function retryDelayMs(failures: number): number {
  return Math.min(client.reconnectDelayMaxMs / 2, client.reconnectDelayMinMs * 2 ** Math.min(failures, 10))
}
