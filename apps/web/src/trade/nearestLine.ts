/**
 * The line that is drawn nearest to a place, so that of labels that lie over each other the one that is meant is taken; of those
 * equally near the first, and null where none is drawn.
 */
export function nearest<Line extends { readonly id: string }>(
  lines: readonly Line[],
  yOf: (id: string) => number | null,
  y: number,
): Line | null {
  let [best, least]: [Line | null, number] = [null, Infinity]
  for (const line of lines) {
    const at = yOf(line.id)
    const apart = at === null ? Infinity : Math.abs(at - y)
    if (apart < least) [best, least] = [line, apart]
  }
  return best
}
