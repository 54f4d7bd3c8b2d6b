import { useState } from 'react'

/** What is being written: the draft with this id, or none yet, and the texts that the form starts with. */
interface Writing<Draft> {
  readonly id: string | null
  readonly start: Draft
  /** Counts the openings, so that each has a form of its own. */
  readonly turn: number
  readonly open: boolean
}

/** Holds which draft is written; the form stays for as long as its sheet takes to go away. */
export function useWriting<Draft>() {
  const [writing, setWriting] = useState<Writing<Draft> | null>(null)
  return {
    writing,
    write: (id: string | null, start: Draft) =>
      setWriting((last) => ({ id, start, turn: (last?.turn ?? 0) + 1, open: true })),
    setOpen: (open: boolean) => setWriting((last) => last && { ...last, open }),
  }
}
