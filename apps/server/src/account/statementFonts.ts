import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import { charactersOf } from './fontCharacters.ts'

/** The families, each cut into files by ranges of characters, in the order in which a language looks for a character. */
const families = ['noto-sans-tc', 'noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr', 'noto-sans-thai'] as const
type Family = (typeof families)[number]

const familyFirst: Readonly<Record<string, Family>> = {
  jp: 'noto-sans-jp',
  kor: 'noto-sans-kr',
  th: 'noto-sans-thai',
}

const weight = 400
/** Stands for a character that no font has. */
const unknown = '?'
/** What is never seen, and only turns or joins what stands beside it. */
const invisible = /[\p{Cc}\p{Cf}]/gu

interface Slice {
  readonly name: string
  readonly file: string
  readonly ranges: readonly (readonly [first: number, last: number])[]
}

/** A piece of a text that one font can write. */
export interface Run {
  readonly font: string
  readonly text: string
}

const find = createRequire(import.meta.url)

function slicesOf(family: Family): Slice[] {
  const table: unknown = JSON.parse(readFileSync(find.resolve(`@fontsource-variable/${family}/unicode.json`), 'utf8'))
  if (typeof table !== 'object' || table === null) throw new Error(`${family} names no characters`)
  return Object.entries(table).map(([key, ranges]) => {
    const part = key.replaceAll(/[[\]]/g, '')
    const file = find.resolve(`@fontsource-variable/${family}/files/${family}-${part}-wght-normal.woff2`)
    return { name: `${family}-${part}`, file, ranges: String(ranges).split(',').map(rangeOf) }
  })
}

function rangeOf(text: string): readonly [number, number] {
  const [first = '', last = first] = text.trim().replace('U+', '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

/** The fonts by which a statement's texts are written: only the glyphs that they need. */
export class StatementFonts {
  readonly #slices: readonly Slice[]
  readonly #byCharacter = new Map<string, Slice | null>()
  /** The fonts that name a character and do not hold it. */
  readonly #without = new Map<string, Set<Slice>>()

  /** @param locale the reader's language, whose own shapes of shared characters come first */
  constructor(locale: string) {
    const first = familyFirst[locale] ?? families[0]
    this.#slices = [first, ...families.filter((family) => family !== first)].flatMap(slicesOf)
  }

  #sliceOf(character: string): Slice | null {
    const known = this.#byCharacter.get(character)
    if (known !== undefined) return known
    const code = character.codePointAt(0) ?? 0
    const without = this.#without.get(character)
    const slice = this.#slices.find(
      (one) => without?.has(one) !== true && one.ranges.some(([first, last]) => code >= first && code <= last),
    )
    this.#byCharacter.set(character, slice ?? null)
    return slice ?? null
  }

  /** The pieces of a text, each with the name of its font. */
  runs(text: string): Run[] {
    const found: { font: string; text: string }[] = []
    for (const character of text.replaceAll(invisible, '')) {
      const slice = this.#sliceOf(character)
      const written = slice === null ? unknown : character
      const font = (slice ?? this.#sliceOf(unknown))?.name ?? ''
      const last = found.at(-1)
      if (last?.font === font) last.text += written
      else found.push({ font, text: written })
    }
    return found
  }

  /**
   * The fonts that some texts need, cut down to their characters, by name. A character that the font of its range turns
   * out not to hold is looked for in the others; what none holds is written as the stand-in.
   */
  async cut(texts: Iterable<string>): Promise<Map<string, Buffer>> {
    const fonts = new Map<string, Buffer>()
    const needed = new Set<string>(unknown)
    for (const text of texts) for (const character of text.replaceAll(invisible, '')) needed.add(character)
    for (let changed = this.#bySlice(needed); changed.size > 0;) {
      const moved = new Set<string>()
      for (const [slice, own] of changed) {
        const options = { targetFormat: 'sfnt', variationAxes: { wght: weight } } as const
        const font = await subsetFont(readFileSync(slice.file), [...own].join(''), options)
        const held = charactersOf(font)
        const absent = [...own].filter((character) => !held.has(character.codePointAt(0) ?? 0))
        for (const character of absent) moved.add(this.#lose(character, slice))
        if (held.size > 0) fonts.set(slice.name, font)
      }
      const anew = this.#bySlice(needed)
      const touched = new Set([...moved].map((character) => this.#sliceOf(character)))
      changed = new Map([...anew].filter(([slice]) => touched.has(slice)))
    }
    return fonts
  }

  #lose(character: string, slice: Slice): string {
    this.#without.set(character, (this.#without.get(character) ?? new Set<Slice>()).add(slice))
    this.#byCharacter.delete(character)
    return character
  }

  #bySlice(characters: Iterable<string>): Map<Slice, Set<string>> {
    const found = new Map<Slice, Set<string>>()
    for (const character of characters) {
      const slice = this.#sliceOf(character)
      if (slice !== null) found.set(slice, (found.get(slice) ?? new Set<string>()).add(character))
    }
    return found
  }
}
