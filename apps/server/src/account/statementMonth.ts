/** The first moment of a month of UTC (2026-11) and the first after it; null for what is no month. */
export function spanOfMonth(month: string): { readonly from: number; readonly to: number } | null {
  const match = /^([0-9]{4})-(0[1-9]|1[0-2])$/.exec(month)
  if (match === null) return null
  const [year, place] = [Number(match[1]), Number(match[2])]
  return { from: Date.UTC(year, place - 1), to: Date.UTC(year, place) }
}

/** The month of UTC that a moment lies in. */
export function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7)
}

/** Every month from one moment to another, the newest first, at most `max`. */
export function monthsBetween(from: number, to: number, max: number): string[] {
  const found: string[] = []
  const last = new Date(to)
  let year = last.getUTCFullYear()
  let place = last.getUTCMonth()
  while (found.length < max && Date.UTC(year, place + 1) > from) {
    found.push(monthOf(Date.UTC(year, place)))
    place -= 1
    if (place < 0) {
      place = 11
      year -= 1
    }
  }
  return found
}
