import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

/** The families, each cut into files by ranges of characters, in the order in which a language looks for a character. */
const families = ['noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr', 'noto-sans-thai'] as const
type Family = (typeof families)[number]

const familyFirst: Readonly<Record<string, Family>> = {
  jp: 'noto-sans-jp',
  kor: 'noto-sans-kr',
  th: 'noto-sans-thai',
}

const weight = 400
/** Stands for a character that no font has. */
const unknown = '?'

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

  /** @param locale the reader's language, whose own shapes of shared characters come first */
  constructor(locale: string) {
    const first = familyFirst[locale] ?? families[0]
    this.#slices = [first, ...families.filter((family) => family !== first)].flatMap(slicesOf)
  }

  #sliceOf(character: string): Slice | null {
    const known = this.#byCharacter.get(character)
    if (known !== undefined) return known
    const code = character.codePointAt(0) ?? 0
    const slice = this.#slices.find(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last))
    this.#byCharacter.set(character, slice ?? null)
    return slice ?? null
  }

  /** The pieces of a text, each with the name of its font. */
  runs(text: string): Run[] {
    const found: { font: string; text: string }[] = []
    for (const character of text) {
      const slice = this.#sliceOf(character)
      const written = slice === null ? unknown : character
      const font = (slice ?? this.#sliceOf(unknown))?.name ?? ''
      const last = found.at(-1)
      if (last?.font === font) last.text += written
      else found.push({ font, text: written })
    }
    return found
  }

  /** The fonts that some texts need, cut down to their characters, by name. */
  async cut(texts: Iterable<string>): Promise<Map<string, Buffer>> {
    const characters = new Map<Slice, Set<string>>()
    for (const text of texts) {
      for (const character of text) {
        const slice = this.#sliceOf(character)
        if (slice === null) continue
        const own = characters.get(slice) ?? new Set<string>()
        characters.set(slice, own.add(character))
      }
    }
    const fonts = new Map<string, Buffer>()
    for (const [{ name, file }, own] of characters) {
      const options = { targetFormat: 'sfnt', variationAxes: { wght: weight } } as const
      fonts.set(name, await subsetFont(readFileSync(file), [...own].join(''), options))
    }
    return fonts
  }
}
