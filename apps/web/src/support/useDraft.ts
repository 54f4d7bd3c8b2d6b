import { useState } from 'react'

const drafts = new Map<string, string>()

export function useDraft(name: string, initial: string): readonly [string, (next: string) => void] {
  const [text, setText] = useState(() => drafts.get(name) ?? initial)
  return [
    text,
    (next) => {
      drafts.set(name, next)
      setText(next)
    },
  ]
}
