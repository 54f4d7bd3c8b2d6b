import { client } from '@truemark/protocol/client'

const shape = new RegExp(`(?<![0-9])[0-9]{${client.codeLength}}(?![0-9])`)

/** The verification code that a message carries; null where it carries none. */
export function codeIn(text: string): string | null {
  return shape.exec(text)?.[0] ?? null
}

/** A code in two groups, as one reads it aloud. */
export function inGroups(code: string): string {
  const half = Math.ceil(code.length / 2)
  return `${code.slice(0, half)} ${code.slice(half)}`
}
