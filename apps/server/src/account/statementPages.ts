import PDFDocument from 'pdfkit'
import { StatementFonts } from './statementFonts.ts'
import type { SheetLine, StatementHead } from './statementSheet.ts'

type Doc = InstanceType<typeof PDFDocument>

// A4 in points
const page = { width: 595.28, height: 841.89, left: 40, right: 555.28, top: 44, bottom: 800 }
const sizes = { title: 18, head: 10, text: 8.5, cell: 7 }
const sizeMin = 4.5
const rowHeight = 13
const ink = { text: '#1e1e1e', quiet: '#6b665e', line: '#d9d4cc' }

interface Column {
  readonly left: number
  readonly width: number
  readonly align: 'left' | 'right'
}

function columnsOf(widths: readonly number[], right: readonly number[]): Column[] {
  let left = page.left
  return widths.map((width, place) => {
    const column = { left, width, align: right.includes(place) ? ('right' as const) : ('left' as const) }
    left += width
    return column
  })
}

const balanceColumns = columnsOf([110, 50, 89, 89, 89, 88.28], [2, 3, 4, 5])
const lineColumns = columnsOf([82, 62, 92, 34, 80, 80, 85.28], [4, 5])
const gap = 6

/** Prints a statement page by page; what is done is given on as it is done. */
export class StatementPages {
  readonly #doc: Doc
  readonly #head: StatementHead
  readonly #fonts: StatementFonts
  #y = page.top
  #number = 0
  #font = ''

  private constructor(doc: Doc, head: StatementHead, fonts: StatementFonts) {
    this.#doc = doc
    this.#head = head
    this.#fonts = fonts
  }

  /** Opens a document with the fonts that its head and any line of it can need, and prints the head. */
  static async open(head: StatementHead): Promise<StatementPages> {
    const info = { Title: `${head.app} ${head.period}`, Creator: head.app }
    const doc = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false, info, lang: head.locale })
    const fonts = new StatementFonts(head.locale)
    for (const [name, font] of await fonts.cut(textsOf(head))) doc.registerFont(name, font)
    const pages = new StatementPages(doc, head, fonts)
    pages.#begin()
    pages.#printHead()
    return pages
  }

  /** The document as it is written. */
  get output(): Doc {
    return this.#doc
  }

  /** Prints one line of the ledger; says whether it filled a page. */
  line([time, account, category, currency, amount, balance, reference, day]: SheetLine): boolean {
    const turned = this.#room(rowHeight)
    if (turned) this.#lineTitles()
    const { accounts, categories } = this.#head.words
    const what = `${categories[category]} ${day}`.trimEnd()
    this.#row(lineColumns, [time, accounts[account], what, currency, amount, balance, reference])
    return turned
  }

  /** Ends the document; `lines` says how many there were. */
  end(lines: number): void {
    if (lines === 0) this.#text(this.#head.words.none, page.left, sizes.text, ink.quiet)
    this.#doc.end()
  }

  #begin(): void {
    this.#doc.addPage()
    this.#font = ''
    this.#number += 1
    const { app, period, words } = this.#head
    this.#y = page.bottom + 12
    this.#text(`${app} · ${period} · ${words.utc}`, page.left, sizes.cell, ink.quiet)
    const number = words.page.replace('{page}', String(this.#number))
    this.#text(number, page.right - this.#width(number, sizes.cell), sizes.cell, ink.quiet)
    this.#y = page.top
  }

  /** Begins a new page when the block does not fit on this one. */
  #room(height: number): boolean {
    if (this.#y + height <= page.bottom) return false
    this.#begin()
    return true
  }

  #printHead(): void {
    const { app, name, accountName, period, made, words, rows } = this.#head
    this.#text(app, page.left, sizes.head, ink.quiet)
    this.#y += 16
    this.#text(words.title, page.left, sizes.title)
    this.#y += 30
    const facts = [
      [words.holder, name],
      [words.account, accountName],
      [words.period, period],
      [words.made, made],
    ] as const
    for (const [label, fact] of facts) {
      this.#text(label, page.left, sizes.text, ink.quiet)
      this.#text(fact, page.left + 130, sizes.text)
      this.#y += 14
    }
    this.#y += 4
    for (const note of [words.utc, ...words.notes]) this.#paragraph(note)
    this.#section(words.balances)
    const titles = [words.account, words.currency, words.opening, words.received, words.paid, words.closing]
    this.#row(balanceColumns, titles, ink.quiet)
    for (const [account, ...cells] of rows) {
      if (this.#room(rowHeight)) this.#row(balanceColumns, titles, ink.quiet)
      this.#row(balanceColumns, [words.accounts[account], ...cells])
    }
    this.#section(words.movements)
    this.#lineTitles()
  }

  #section(title: string): void {
    this.#room(48)
    this.#y += 14
    this.#text(title, page.left, sizes.head)
    this.#y += 18
  }

  #lineTitles(): void {
    const { time, account, category, currency, amount, balance, reference } = this.#head.words
    this.#row(lineColumns, [time, account, category, currency, amount, balance, reference], ink.quiet)
  }

  #row(columns: readonly Column[], cells: readonly string[], color = ink.text): void {
    for (const [place, { left, width, align }] of columns.entries()) {
      const cell = cells[place] ?? ''
      // a long amount shrinks before it could be cut
      const natural = this.#width(cell, sizes.cell)
      const size = Math.max(sizeMin, natural > width - gap ? (sizes.cell * (width - gap)) / natural : sizes.cell)
      const start = align === 'left' ? left : left + width - gap - this.#width(cell, size)
      this.#text(cell, start, size, color)
    }
    this.#y += rowHeight
    this.#doc
      .moveTo(page.left, this.#y - 3.5)
      .lineTo(page.right, this.#y - 3.5)
      .lineWidth(0.4)
      .stroke(ink.line)
  }

  /** A text over as many lines as it needs. */
  #paragraph(text: string): void {
    let line = ''
    for (const piece of text.match(
      /\s*(?:[\u3000-\u9fff\uac00-\ud7af\u0e00-\u0e7f]|[^\s\u3000-\u9fff\uac00-\ud7af\u0e00-\u0e7f]+)/g,
    ) ?? []) {
      if (this.#width(line + piece, sizes.text) > page.right - page.left) {
        this.#text(line, page.left, sizes.text, ink.quiet)
        this.#y += 12
        line = piece.trimStart()
      } else line += piece
    }
    this.#text(line, page.left, sizes.text, ink.quiet)
    this.#y += 14
  }

  #use(font: string, size: number): void {
    const wanted = `${font} ${size}`
    if (wanted === this.#font) return
    this.#doc.font(font).fontSize(size)
    this.#font = wanted
  }

  #width(text: string, size: number): number {
    let width = 0
    for (const run of this.#fonts.runs(text)) {
      this.#use(run.font, size)
      width += this.#doc.widthOfString(run.text)
    }
    return width
  }

  #text(text: string, left: number, size: number, color = ink.text): void {
    let x = left
    for (const run of this.#fonts.runs(text)) {
      this.#use(run.font, size)
      this.#doc.fillColor(color).text(run.text, x, this.#y, { lineBreak: false })
      x += this.#doc.widthOfString(run.text)
    }
  }
}

const ascii = Array.from({ length: 95 }, (_, place) => String.fromCodePoint(32 + place)).join('')

/** Everything that a statement can write: its head, its words, and the figures and ids of its lines. */
function* textsOf({ app, name, accountName, words }: StatementHead): Generator<string> {
  yield `${ascii}·`
  yield app
  yield name
  yield accountName
  for (const word of Object.values(words)) {
    if (typeof word === 'string') yield word
    else for (const inner of Object.values(word)) yield String(inner)
  }
}
