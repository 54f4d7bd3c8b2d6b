import { inflateSync } from 'node:zlib'

/** What stands between two marks, all of it. */
function between(text: string, start: string, end: string): string[] {
  return text
    .split(start)
    .slice(1)
    .flatMap((part) => (part.includes(end) ? [part.slice(0, part.indexOf(end))] : []))
}

/** The objects of a PDF by number: the dictionary as text and the stream, unpacked. */
function objectsOf(bytes: Buffer): Map<number, { readonly dictionary: string; readonly stream: string }> {
  const text = bytes.toString('latin1')
  const found = new Map<number, { dictionary: string; stream: string }>()
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)) {
    const body = match[2] ?? ''
    const at = body.indexOf('stream\n')
    const dictionary = at < 0 ? body : body.slice(0, at)
    const packed = at < 0 ? '' : body.slice(at + 7, body.lastIndexOf('\nendstream'))
    const raw = Buffer.from(packed, 'latin1')
    const stream = dictionary.includes('/FlateDecode') ? inflateSync(raw).toString('latin1') : packed
    found.set(Number(match[1]), { dictionary, stream })
  }
  return found
}

/** What the two-byte codes of a font stand for, out of its map to Unicode. */
function charactersOf(map: string): Map<number, string> {
  const found = new Map<number, string>()
  for (const block of between(map, 'beginbfrange', 'endbfrange')) {
    for (const range of block.matchAll(/<([0-9a-f]+)>\s*<[0-9a-f]+>\s*\[([^\]]*)\]/gi)) {
      const first = Number.parseInt(range[1] ?? '0', 16)
      const texts = [...(range[2] ?? '').matchAll(/<([0-9a-f ]*)>/gi)]
      for (const [place, text] of texts.entries()) {
        const bytes = Buffer.from((text[1] ?? '').replaceAll(' ', ''), 'hex')
        found.set(first + place, bytes.swap16().toString('utf16le'))
      }
    }
  }
  return found
}

/** The texts of a PDF as pdfkit writes it, each piece as it was drawn, page after page. */
export function pdfTexts(bytes: Buffer): string[] {
  const objects = objectsOf(bytes)
  const fonts = new Map<string, Map<number, string>>()
  for (const { dictionary } of objects.values()) {
    for (const match of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(Number(match[2]))?.dictionary ?? ''
      const map = /\/ToUnicode (\d+) 0 R/.exec(font)
      if (map !== null) fonts.set(match[1] ?? '', charactersOf(objects.get(Number(map[1]))?.stream ?? ''))
    }
  }
  const texts: string[] = []
  for (const { dictionary, stream } of objects.values()) {
    if (dictionary.includes('/Type') || !stream.includes(' Tf')) continue
    let characters = new Map<number, string>()
    for (const match of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (match[1] !== undefined) characters = fonts.get(match[1]) ?? characters
      else texts.push(decoded(match[2] ?? '', characters))
    }
  }
  return texts
}

function decoded(pieces: string, characters: ReadonlyMap<number, string>): string {
  const codes = [...pieces.matchAll(/<([0-9a-f]+)>/gi)].map((match) => match[1] ?? '').join('')
  return codes.replaceAll(/[0-9a-f]{4}/gi, (code) => characters.get(Number.parseInt(code, 16)) ?? '\uFFFD')
}
