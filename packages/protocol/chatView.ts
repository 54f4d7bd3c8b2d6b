import type { ChatChange, ChatMessage, ChatState } from './chatMessage.ts'
import type { ChatPage } from './routes/support.ts'

/** Something that was written and that the server has not confirmed yet. */
export interface PendingKey {
  readonly key: string
}

/** The chat as the screen shows it: lines in order and without gaps, then what is on its way. */
export interface ChatView<Pending extends PendingKey> {
  /** Null before the first answer. */
  readonly state: ChatState | null
  readonly lines: readonly ChatMessage[]
  readonly hasEarlier: boolean
  readonly pending: readonly Pending[]
}

/** A chat before anything of it was read. */
export const noChat: ChatView<never> = { state: null, lines: [], hasEarlier: false, pending: [] }

/** `gap` says that lines before it are missing, which are then to be fetched. */
export interface Folded<P extends PendingKey> {
  readonly view: ChatView<P>
  readonly gap: boolean
}

/** Where a page of lines belongs: the newest ones, those before the first, or those behind the last. */
export type PageSide = 'newest' | 'earlier' | 'later'

/** The number of the last line that is there; 0 for none. */
export function lastSeq(view: Pick<ChatView<PendingKey>, 'lines'>): number {
  return view.lines.at(-1)?.seq ?? 0
}

/** Takes a page in. Newest lines that do not meet those that are there replace them: there is never a gap. */
export function foldPage<P extends PendingKey>(view: ChatView<P>, page: ChatPage, side: PageSide): ChatView<P> {
  const state = newer(view.state, page.state)
  if (side === 'earlier') {
    const first = view.lines[0]?.seq ?? Number.POSITIVE_INFINITY
    const before = page.items.filter(({ seq }) => seq < first)
    return { ...view, state, lines: [...before, ...view.lines], hasEarlier: page.more }
  }
  const meets = side === 'later' || (page.items[0]?.seq ?? 0) <= lastSeq(view) + 1
  const isFirst = view.lines.length === 0
  if (!meets || isFirst)
    return settled({ ...view, state, lines: page.items, hasEarlier: side === 'newest' && page.more })
  const added = page.items.filter(({ seq }) => seq > lastSeq(view))
  return settled({ ...view, state, lines: [...view.lines, ...added] })
}

/** Takes in what the socket told. */
export function foldChange<P extends PendingKey>(view: ChatView<P>, change: ChatChange): Folded<P> {
  if (change.kind === 'ticket' || change.kind === 'typing') return { view, gap: false }
  const state = newer(view.state, change.state)
  if (change.kind === 'state') return { view: { ...view, state }, gap: change.state.seq > lastSeq(view) }
  return withLine({ ...view, state }, change.message)
}

/** Takes in a line, as the server has answered or told it. */
export function withLine<P extends PendingKey>(view: ChatView<P>, line: ChatMessage): Folded<P> {
  const last = lastSeq(view)
  if (line.seq <= last) return { view: settled(view, line), gap: false }
  if (line.seq > last + 1) return { view, gap: true }
  return { view: settled({ ...view, lines: [...view.lines, line] }), gap: false }
}

// what the server has confirmed is on its way no longer
function settled<P extends PendingKey>(view: ChatView<P>, also?: ChatMessage): ChatView<P> {
  if (view.pending.length === 0) return view
  const known = new Set(view.lines.map(({ key }) => key))
  if (also !== undefined) known.add(also.key)
  const pending = view.pending.filter(({ key }) => !known.has(key))
  return pending.length === view.pending.length ? view : { ...view, pending }
}

// an answer that was overtaken by the socket must not turn the clock back
function newer(before: ChatState | null, after: ChatState): ChatState {
  return before !== null && after.seq < before.seq ? before : after
}

/** How far a line of the user's has got. */
export function reachOf(state: ChatState | null, seq: number): 'sent' | 'delivered' | 'read' {
  if (state === null) return 'sent'
  if (seq <= state.desk.read) return 'read'
  return seq <= state.desk.delivered ? 'delivered' : 'sent'
}
