import { Marked, type MarkedToken, type Token, type Tokens } from 'marked'
import { withoutEntities } from './entities.ts'
import { imageNameOf, isSafeLink } from './links.ts'
import type { Align, Block, Cells, Fault, FaultKind, Inline, Reading } from './tree.ts'

/** The most characters of a text. */
export const textLengthMax = 60_000
/** Pieces without an empty line in them are read at once, and so bounded: some take time that grows with their square. */
const pieceLengthMax = 8_000
const delimitersMax = 1_000
const nestingMax = 8
const faultsMax = 20
const faultTextMax = 80

/** Marks of quotes and lists one behind the other, deeper than anybody writes. */
const tooDeep = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){12}/m
/** Characters that turn the direction of reading, so that a text says another thing than its letters. */
const hidden = /[\u202A-\u202E\u2066-\u2069]/g

const parser = new Marked({ gfm: true, breaks: false })

/**
 * Reads Markdown into what may be shown. HTML is shown as the letters that it is written in, a link that leads elsewhere
 * than it may is shown as its text, and an image that is not of the vault as its description; each of them is a fault.
 */
export function readMarkdown(text: string): Reading {
  const reader = new Reader()
  const clean = reader.clean(text)
  if (isIntricate(clean)) return reader.plain(clean)
  try {
    return reader.reading(parser.lexer(clean))
  } catch (error) {
    // what nests beyond the stack is beyond reading too
    if (error instanceof RangeError) return reader.plain(clean)
    throw error
  }
}

function isIntricate(text: string): boolean {
  if (text.length > textLengthMax || tooDeep.test(text)) return true
  return text.split(/\n[ \t]*\n/).some((piece) => {
    return piece.length > pieceLengthMax || (piece.match(/[*_~]/g)?.length ?? 0) > delimitersMax
  })
}

class Reader {
  readonly #faults: Fault[] = []
  readonly #images = new Set<string>()

  clean(text: string): string {
    if (hidden.test(text)) this.#fault('hidden', text.match(hidden)?.join('') ?? '')
    return text.replace(hidden, '').replaceAll('\r\n', '\n')
  }

  plain(text: string): Reading {
    this.#fault('intricate', text)
    const pieces = text.slice(0, textLengthMax).split(/\n[ \t]*\n/)
    return {
      blocks: pieces.map((piece) => ({ kind: 'paragraph', inlines: [{ kind: 'text', text: piece.trim() }] })),
      faults: this.#faults,
      images: [],
    }
  }

  reading(tokens: readonly Token[]): Reading {
    const blocks = this.#blocks(tokens, 0)
    return { blocks, faults: this.#faults, images: [...this.#images] }
  }

  #fault(kind: FaultKind, text: string): void {
    if (this.#faults.length < faultsMax) this.#faults.push({ kind, text: text.trim().slice(0, faultTextMax) })
  }

  #blocks(tokens: readonly Token[], depth: number): Block[] {
    if (depth > nestingMax) {
      const text = tokens.map((token) => token.raw).join('')
      this.#fault('intricate', text)
      return [{ kind: 'paragraph', inlines: [{ kind: 'text', text }] }]
    }
    return tokens.flatMap((token) => (isOurs(token) ? this.#block(token, depth) : []))
  }

  #block(token: MarkedToken, depth: number): Block[] {
    switch (token.type) {
      case 'heading':
        return [{ kind: 'heading', level: token.depth, inlines: this.#inlines(token.tokens, depth) }]
      case 'paragraph':
        return [{ kind: 'paragraph', inlines: this.#inlines(token.tokens, depth) }]
      case 'text':
        return [{ kind: 'paragraph', inlines: this.#inlines(token.tokens ?? [token], depth) }]
      case 'list':
        return [this.#list(token, depth)]
      case 'blockquote':
        return [{ kind: 'quote', blocks: this.#blocks(token.tokens, depth + 1) }]
      case 'code':
        return [{ kind: 'code', text: token.text }]
      case 'table':
        return [this.#table(token, depth)]
      case 'hr':
        return [{ kind: 'rule' }]
      case 'html':
        // a comment says nothing to a reader, but whoever wrote it should know that it is no secret either
        this.#fault('html', token.raw)
        return [{ kind: 'paragraph', inlines: [{ kind: 'text', text: token.raw.trim() }] }]
      default:
        return []
    }
  }

  #list(token: Tokens.List, depth: number): Block {
    const first = token.ordered && typeof token.start === 'number' ? token.start : null
    const items = token.items.map((item) => this.#blocks(item.tokens, depth + 1))
    return { kind: 'list', first, items }
  }

  #table(token: Tokens.Table, depth: number): Block {
    const cells = (row: readonly Tokens.TableCell[]): Cells => row.map((cell) => this.#inlines(cell.tokens, depth))
    return { kind: 'table', align: token.align.map(alignOf), head: cells(token.header), rows: token.rows.map(cells) }
  }

  #inlines(tokens: readonly Token[], depth: number): Inline[] {
    if (depth > 2 * nestingMax) return [{ kind: 'text', text: tokens.map((token) => token.raw).join('') }]
    return tokens.flatMap((token) => (isOurs(token) ? this.#inline(token, depth + 1) : []))
  }

  #inline(token: MarkedToken, depth: number): Inline[] {
    switch (token.type) {
      case 'text':
        if (token.tokens !== undefined && token.tokens.length > 0) return this.#inlines(token.tokens, depth)
        return [{ kind: 'text', text: withoutEntities(token.text) }]
      case 'escape':
        return [{ kind: 'text', text: token.text }]
      case 'strong':
        return [{ kind: 'strong', inlines: this.#inlines(token.tokens, depth) }]
      case 'em':
        return [{ kind: 'emphasis', inlines: this.#inlines(token.tokens, depth) }]
      case 'del':
        return [{ kind: 'deleted', inlines: this.#inlines(token.tokens, depth) }]
      case 'codespan':
        return [{ kind: 'code', text: token.text }]
      case 'br':
        return [{ kind: 'break' }]
      case 'link':
        return this.#link(token, depth)
      case 'image':
        return this.#image(token)
      case 'checkbox':
        return [{ kind: 'text', text: token.checked ? '☑ ' : '☐ ' }]
      case 'html':
        this.#fault('html', token.raw)
        return [{ kind: 'text', text: token.raw }]
      default:
        return []
    }
  }

  #link(token: Tokens.Link, depth: number): Inline[] {
    const inlines = this.#inlines(token.tokens, depth)
    if (isSafeLink(token.href)) return [{ kind: 'link', href: token.href, inlines }]
    this.#fault('link', token.href)
    return inlines
  }

  #image(token: Tokens.Image): Inline[] {
    const alt = withoutEntities(token.text)
    const name = imageNameOf(token.href)
    if (name === null) {
      this.#fault('image', token.href)
      return alt === '' ? [] : [{ kind: 'text', text: alt }]
    }
    this.#images.add(name)
    return [{ kind: 'image', name, alt }]
  }
}

function alignOf(align: 'center' | 'left' | 'right' | null): Align {
  if (align === 'center') return 'center'
  return align === 'right' ? 'end' : 'start'
}

const kinds: ReadonlySet<string> = new Set([
  'blockquote',
  'br',
  'checkbox',
  'code',
  'codespan',
  'del',
  'em',
  'escape',
  'heading',
  'hr',
  'html',
  'image',
  'link',
  'list',
  'paragraph',
  'strong',
  'table',
  'text',
])

/** Whether a token is of a kind that is shown; the parser gives no others without extensions. */
function isOurs(token: Token): token is MarkedToken {
  return kinds.has(token.type)
}

/** A text in one line, without marks: for a list or a preview; at most `lengthMax` characters. */
export function plainText(text: string, lengthMax: number): string {
  const parts: string[] = []
  const take = (inlines: readonly Inline[]): void => {
    for (const inline of inlines) {
      if ('inlines' in inline) take(inline.inlines)
      else if ('text' in inline) parts.push(inline.text)
      else parts.push(' ')
    }
  }
  for (const block of readMarkdown(text).blocks) {
    if ('inlines' in block) take(block.inlines)
    parts.push(' ')
  }
  const line = parts.join('').replaceAll(/\s+/g, ' ').trim()
  return line.length > lengthMax ? `${line.slice(0, lengthMax - 1).trimEnd()}…` : line
}
