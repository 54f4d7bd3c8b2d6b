import { readMarkdown } from '@truemark/markdown/read'
import type { Fault } from '@truemark/markdown/tree'
import { textLengthMax, type PieceText } from '@truemark/protocol/routes/deskContent'

/** What is being written, over the version that the writer has seen. */
export interface Draft extends PieceText {
  readonly restoredFrom: number | null
}

export const emptyText: PieceText = { title: '', summary: '', content: '' }

export type DraftFault = 'title' | 'content' | 'long' | 'unsafe'

/** What keeps a draft from being saved, and what in it can't be shown. */
export function draftFaults({ title, content }: PieceText): { fault: DraftFault | null; unsafe: readonly Fault[] } {
  const unsafe = readMarkdown(content).faults
  if (title.trim() === '') return { fault: 'title', unsafe }
  if (content.trim() === '') return { fault: 'content', unsafe }
  if (content.length > textLengthMax) return { fault: 'long', unsafe }
  return { fault: unsafe.length > 0 ? 'unsafe' : null, unsafe }
}

export type Mark = 'bold' | 'italic' | 'heading' | 'list' | 'link'

/** A text with a mark set around or before what is selected, and what is selected afterwards. */
export function marked(
  text: string,
  from: number,
  to: number,
  mark: Mark,
): { readonly text: string; readonly from: number; readonly to: number } {
  const selected = text.slice(from, to)
  if (mark === 'heading' || mark === 'list') {
    const line = text.lastIndexOf('\n', from - 1) + 1
    const sign = mark === 'heading' ? '## ' : '- '
    return { text: text.slice(0, line) + sign + text.slice(line), from: from + sign.length, to: to + sign.length }
  }
  const [before, after] = mark === 'bold' ? ['**', '**'] : mark === 'italic' ? ['*', '*'] : ['[', '](https://)']
  const next = text.slice(0, from) + before + selected + after + text.slice(to)
  return { text: next, from: from + before.length, to: to + before.length }
}

/** A text with another put in place of what is selected, on a line of its own. */
export function inserted(text: string, at: number, piece: string): string {
  const before = text.slice(0, at)
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  return `${before}${gap}${piece}\n\n${text.slice(at).replace(/^\n+/, '')}`
}
