import { useState } from 'react'

/** What is being written: a draft that is there, or none yet, and the texts that the form starts with. */
export interface Writing<Row, Draft> {
  readonly row: Row | null
  readonly start: Draft
  /** Counts the openings, so that each has a form of its own. */
  readonly turn: number
  readonly open: boolean
}

/** Holds which draft is written; the form stays for as long as its sheet takes to go away. */
export function useWriting<Row, Draft>() {
  const [writing, setWriting] = useState<Writing<Row, Draft> | null>(null)
  return {
    writing,
    write: (row: Row | null, start: Draft) =>
      setWriting((last) => ({ row, start, turn: (last?.turn ?? 0) + 1, open: true })),
    setOpen: (open: boolean) => setWriting((last) => last && { ...last, open }),
  }
}
