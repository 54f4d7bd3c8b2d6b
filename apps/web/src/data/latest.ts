import { streamType } from '@truemark/protocol/stream'

/**
 * What of a batch still counts, in the order in which it came: of book, day, status and candle only the last of each
 * symbol (and kind, and candle), since the next one would overwrite it unseen. All else stays. The messages are as they came from
 * the wire, unread, so that only those that are kept have to be checked.
 */
export function latestOf(messages: readonly unknown[]): readonly unknown[] {
  const seen = new Set<string>()
  const kept: unknown[] = []
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at]
    const key = supersededBy(message)
    if (key !== null) {
      if (seen.has(key)) continue
      seen.add(key)
    }
    kept.push(message)
  }
  return kept.toReversed()
}

// messages of one key overwrite each other; null for those that never do
function supersededBy(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('type' in message) || !('data' in message)) return null
  const { type, data } = message
  if (typeof data !== 'object' || data === null) return null
  if (type === streamType.book) return `book ${textIn(data, 'symbol')} ${textIn(data, 'kind')}`
  if (type === streamType.deepBook) return `deep ${textIn(data, 'symbol')} ${textIn(data, 'kind')}`
  if (type === streamType.day) return `day ${textIn(data, 'symbol')}`
  if (type === streamType.marketStatus) return `status ${textIn(data, 'code')}`
  if (type !== streamType.kline) return null
  return `candle ${textIn(data, 'code')} ${textIn(data, 'interval')} ${textIn(data, 'time')}`
}

function textIn(data: object, name: string): string {
  const value: unknown = Reflect.get(data, name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
