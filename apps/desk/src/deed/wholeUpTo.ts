/** The whole number from 1 to `max` that a text writes in digits; null where it writes none. */
export function wholeUpTo(text: string, max: number): number | null {
  const trimmed = text.trim()
  if (!/^[1-9][0-9]{0,3}$/.test(trimmed)) return null
  const value = Number(trimmed)
  return value <= max ? value : null
}
