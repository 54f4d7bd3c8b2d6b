import { jsonOf } from '@truemark/protocol/jsonOf'
import { tabStore } from '@truemark/ui/device/store'
import { useState } from 'react'
import type { Session } from './keptSession.ts'
import { onTokenChange, session, userOf, useSession } from './session.ts'

const storageKey = 'truemark.drafts'
const draftsMax = 30
const draftLengthMax = 10_000

interface Drafts {
  readonly owner: string
  readonly texts: Readonly<Record<string, string>>
}

function ownerOf(state: Session): string {
  return `${state.mode}:${userOf(state)?.uid ?? 'guest'}`
}

/** Whether what was kept of a form is a text. */
export function isText(kept: unknown): kept is string {
  return typeof kept === 'string'
}

/** Tells whether what was kept of a form is one of these fields, each a text. */
export function isTextForm<Name extends string>(names: readonly Name[]) {
  return (kept: unknown): kept is Readonly<Record<Name, string>> =>
    typeof kept === 'object' && kept !== null && names.every((name) => isText(Reflect.get(kept, name)))
}

function read(): Drafts {
  const owner = ownerOf(session.getState())
  const none = { owner, texts: {} }
  try {
    const kept: unknown = JSON.parse(tabStore.getItem(storageKey) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('owner' in kept) || kept.owner !== owner) return none
    const texts: unknown = 'texts' in kept ? kept.texts : {}
    if (typeof texts !== 'object' || texts === null) return none
    const pairs = Object.entries(texts).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    return { owner, texts: Object.fromEntries(pairs) }
  } catch {
    return none
  }
}

/** What was typed into the form of this name, as it was kept; null where nothing was. */
export function draftOf(name: string): unknown {
  const text = read().texts[name]
  return text === undefined ? null : jsonOf(text)
}

/** Keeps what is typed into a form, for this tab and this account; null forgets it. Bounded in count and length. */
export function keepDraft(name: string, value: unknown): void {
  const { owner, texts } = read()
  const others = Object.entries(texts).filter(([key]) => key !== name)
  const text = value === null ? '' : JSON.stringify(value)
  const kept = text === '' || text.length > draftLengthMax ? others : [...others, [name, text] as const]
  tabStore.setItem(storageKey, JSON.stringify({ owner, texts: Object.fromEntries(kept.slice(-draftsMax)) }))
}

/** Forgets all drafts. */
export function forgetDrafts(): void {
  tabStore.removeItem(storageKey)
}

// What one account has typed is nobody else's to find, so it goes when its session ends.
onTokenChange((token) => {
  if (token === null) forgetDrafts()
})

/**
 * The state of a form that outlives a reload and a lost page: kept for the tab's session and the account, gone when that
 * signs out. `isDraft` says whether what was kept still has the form's shape. Another account, or another `name`, on the
 * same screen has its own. No secret may stand in it.
 */
export function useDraft<T>(
  name: string,
  initial: T,
  isDraft: (kept: unknown) => kept is T,
): readonly [T, (next: T) => void, () => void] {
  const whose = `${useSession(ownerOf)} ${name}`
  const begin = (): T => {
    const kept = draftOf(name)
    return isDraft(kept) ? kept : initial
  }
  const [held, hold] = useState(() => ({ whose, value: begin() }))
  const now = held.whose === whose ? held : { whose, value: begin() }
  if (now !== held) hold(now)
  const set = (value: T) => {
    keepDraft(name, value)
    hold({ whose, value })
  }
  const forget = () => {
    keepDraft(name, null)
    hold({ whose, value: initial })
  }
  return [now.value, set, forget]
}
