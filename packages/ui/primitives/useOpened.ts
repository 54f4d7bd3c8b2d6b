import { useEffect, useRef } from 'react'
import { noteOpened } from '../device/opened.ts'

/** Notes a sheet or dialog while it is open, so that a step back closes it and nothing beneath it. */
export function useOpened(open: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => void (latest.current = close))
  useEffect(() => (open ? noteOpened(() => latest.current()) : undefined), [open])
}
