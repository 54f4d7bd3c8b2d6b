import { randomBytes } from 'node:crypto'

/** A new idempotency key of this moment: a UUIDv7. */
export function keyNow(time = Date.now()): string {
  const hex = `${time.toString(16).padStart(12, '0')}7${randomBytes(10).toString('hex').slice(0, 19)}`
  const text = `${hex.slice(0, 16)}8${hex.slice(17)}`
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20, 32)].join('-')
}
