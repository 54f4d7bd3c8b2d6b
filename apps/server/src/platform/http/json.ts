/** A body that was read: its value, its text (for digests), or that it can't be read. */
export interface JsonBody {
  readonly ok: boolean
  readonly value: unknown
  readonly text: string
}

const depthMax = 16
const keysMax = 2_000
const quote = 0x22
const backslash = 0x5c

/** Half of a surrogate pair can't be written in UTF-8, nor a NUL in the database: what was sent could not be kept as it came. */
const unkeepable = /[\0\p{Cs}]/u

/** Whether a text can be kept as it came. */
export function isKeepable(text: string): boolean {
  return !unkeepable.test(text) && !forbiddenKeys.has(text)
}

/** Names by which an object could reach into the program's own objects. */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads JSON from a stranger: not ok where it is no JSON, nested deeper than 16, has more than 2 000
 * keys, names a key twice in one object or one that touches prototypes, or holds half a character. An empty text is ok
 * and has the value undefined. Numbers are left to the schemas, which refuse them for money.
 */
export function readJson(text: string): JsonBody {
  if (text === '') return { ok: true, value: undefined, text }
  const colons = countColons(text)
  if (colons < 0) return { ok: false, value: undefined, text }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, value: undefined, text }
  }
  // Each key has one colon, so fewer keys than colons means that one was named twice.
  return countKeys(value) === colons ? { ok: true, value, text } : { ok: false, value: undefined, text }
}

/** Colons outside strings, or −1 where a bound is passed: known before anything is built. */
function countColons(text: string): number {
  let colons = 0
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === backslash) index += 1
      else if (code === quote) inString = false
      continue
    }
    if (code === quote) inString = true
    else if (code === 0x3a) colons += 1
    else if (code === 0x7b || code === 0x5b) depth += 1
    else if (code === 0x7d || code === 0x5d) depth -= 1
    if (depth > depthMax || colons > keysMax) return -1
  }
  return colons
}

/** Keys of all objects in `value`, or −1 where something in it is forbidden. Its depth is bounded by now. */
function countKeys(value: unknown): number {
  if (typeof value === 'string') return unkeepable.test(value) ? -1 : 0
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) {
      const inner = countKeys(item)
      if (inner < 0) return -1
      count += inner
    }
    return count
  }
  for (const [key, item] of Object.entries(value)) {
    if (forbiddenKeys.has(key) || unkeepable.test(key)) return -1
    const inner = countKeys(item)
    if (inner < 0) return -1
    count += 1 + inner
  }
  return count
}
