import type { PendingLine } from '@truemark/client/chatSession'
import { dayMs } from '@truemark/core/money/units'
import { chatOutboxName } from '../data/chat.ts'
import type { Store } from '@truemark/ui/device/store'

const keptMax = 50

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
