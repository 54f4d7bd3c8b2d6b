import { describe, expect, it } from 'vitest'
import { foldChange, foldPage, noChat, reachOf, withLine, type ChatView, type PendingKey } from './chatView.ts'
import type { ChatMessage, ChatState } from './chatMessage.ts'

const none = { delivered: 0, read: 0, unread: 0 }
const state = (seq: number): ChatState => ({ open: true, online: true, operator: null, seq, user: none, desk: none })
const line = (seq: number, key = `k${seq}`): ChatMessage => {
  return { seq, author: 'user', event: '', key, name: '', text: `line ${seq}`, image: null, time: seq }
}
const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => line(from + at))
const seqs = (view: ChatView<PendingKey>) => view.lines.map(({ seq }) => seq)
const pending = (key: string): PendingKey => ({ key })

describe('a chat on the screen', () => {
  const shown: ChatView<PendingKey> = foldPage(noChat, { state: state(9), items: lines(5, 9), more: true }, 'newest')

  it('begins with the newest lines and grows at both ends', () => {
    expect([seqs(shown), shown.hasEarlier]).toEqual([[5, 6, 7, 8, 9], true])
    const whole = foldPage(shown, { state: state(9), items: lines(1, 4), more: false }, 'earlier')
    expect([seqs(whole), whole.hasEarlier]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9], false])
    const on = foldPage(shown, { state: state(11), items: lines(10, 11), more: false }, 'later')
    expect(seqs(on)).toEqual([5, 6, 7, 8, 9, 10, 11])
  })

  it('never has a gap: newest lines that do not meet replace what is there, overlapping ones join', () => {
    expect(seqs(foldPage(shown, { state: state(30), items: lines(21, 30), more: true }, 'newest'))).toEqual(
      lines(21, 30).map(({ seq }) => seq),
    )
    expect(seqs(foldPage(shown, { state: state(12), items: lines(8, 12), more: true }, 'newest'))).toEqual([
      5, 6, 7, 8, 9, 10, 11, 12,
    ])
  })

  it('takes the next line, knows one it has, and asks for what it missed', () => {
    expect(seqs(withLine(shown, line(10)).view)).toEqual([5, 6, 7, 8, 9, 10])
    expect(withLine(shown, line(7))).toEqual({ view: shown, gap: false })
    expect(withLine(shown, line(12))).toEqual({ view: shown, gap: true })
    expect(foldChange(shown, { kind: 'state', chat: 'c', state: state(10) }).gap).toBe(true)
  })

  it('drops what is on its way once the server has it, however it is told', () => {
    const waiting = { ...shown, pending: [pending('k10'), pending('k11')] }
    const told = foldChange(waiting, { kind: 'message', chat: 'c', message: line(10), state: state(10) }).view
    expect(told.pending.map(({ key }) => key)).toEqual(['k11'])
    expect(withLine(told, line(11)).view.pending).toEqual([])
    expect(withLine({ ...waiting, pending: [pending('k6')] }, line(6)).view.pending).toEqual([])
    const page = { state: state(11), items: lines(10, 11), more: false }
    expect(foldPage(waiting, page, 'later').pending).toEqual([])
  })

  it('keeps the newer state, and says how far a line has got', () => {
    expect(foldPage(shown, { state: state(3), items: [], more: false }, 'earlier').state?.seq).toBe(9)
    const read = { ...state(9), desk: { delivered: 8, read: 7, unread: 0 } }
    expect([7, 8, 9].map((seq) => reachOf(read, seq))).toEqual(['read', 'delivered', 'sent'])
    expect(reachOf(null, 1)).toBe('sent')
  })
})
