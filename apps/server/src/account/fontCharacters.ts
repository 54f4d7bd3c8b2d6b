/**
 * The characters that a font (TrueType or OpenType) has glyphs for, from its `cmap` table (formats 4 and 12); none where it
 * has no such table. What a font's own list promises is not always in the file.
 */
export function charactersOf(font: Buffer): Set<number> {
  const found = new Set<number>()
  const table = tableAt(font, 'cmap')
  if (table === null) return found
  const count = font.readUInt16BE(table + 2)
  for (let place = 0; place < count; place += 1) {
    const at = table + font.readUInt32BE(table + 4 + place * 8 + 4)
    const format = font.readUInt16BE(at)
    if (format === 4) readSegments(font, at, found)
    else if (format === 12) readGroups(font, at, found)
  }
  return found
}

function tableAt(font: Buffer, name: string): number | null {
  const count = font.length < 12 ? 0 : font.readUInt16BE(4)
  for (let place = 0; place < count; place += 1) {
    const at = 12 + place * 16
    if (font.toString('latin1', at, at + 4) === name) return font.readUInt32BE(at + 8)
  }
  return null
}

/** Format 4: segments of 16-bit characters, each with a difference or a list of its glyphs. */
function readSegments(font: Buffer, at: number, found: Set<number>): void {
  const doubled = font.readUInt16BE(at + 6)
  const ends = at + 14
  const starts = ends + doubled + 2
  const deltas = starts + doubled
  const offsets = deltas + doubled
  for (let place = 0; place < doubled; place += 2) {
    const [first, last] = [font.readUInt16BE(starts + place), font.readUInt16BE(ends + place)]
    const offset = font.readUInt16BE(offsets + place)
    for (let character = first; character <= last && character !== 0xffff; character += 1) {
      const glyph = offset === 0 ? character : font.readUInt16BE(offsets + place + offset + (character - first) * 2)
      const delta = offset === 0 || glyph !== 0 ? font.readUInt16BE(deltas + place) : 0
      if (((glyph + delta) & 0xffff) !== 0) found.add(character)
    }
  }
}

/** Format 12: groups of characters whose glyphs follow one another. */
function readGroups(font: Buffer, at: number, found: Set<number>): void {
  const count = font.readUInt32BE(at + 12)
  for (let place = 0; place < count; place += 1) {
    const group = at + 16 + place * 12
    const last = font.readUInt32BE(group + 4)
    for (let character = font.readUInt32BE(group); character <= last; character += 1) found.add(character)
  }
}
