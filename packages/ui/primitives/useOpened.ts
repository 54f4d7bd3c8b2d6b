import { useCallback, useEffect, useRef } from 'react'
import { noteOpener, placeAfterSheet, placeBefore } from '../device/keptFocus.ts'
import { noteOpened } from '../device/opened.ts'

/**
 * Notes a sheet or dialog while it is open, so that a step back closes it and nothing beneath it. What it gives its popup
 * bears: the focus goes back to where it came from, also where that is gone.
 */
export function useOpened(open: boolean, close: () => void) {
  const latest = useRef(close)
  useEffect(() => void (latest.current = close))
  useEffect(() => (open ? noteOpened(() => latest.current()) : undefined), [open])
  const popup = useRef<HTMLElement | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    popup.current = element
    noteOpener(element)
  }, [])
  return {
    ref,
    initialFocus: (by: string) =>
      (popup.current && placeBefore(popup.current)) ?? (by === 'touch' ? popup.current : true),
    finalFocus: () => placeAfterSheet(popup.current),
  }
}
