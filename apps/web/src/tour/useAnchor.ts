import { useEffect, useState } from 'react'

/** A place in the window, in CSS pixels. */
export interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const lookMs = 200

/**
 * Where the first element of `selector` stands in the window, brought into sight once; null while it is not there or a
 * sheet lies over the screen.
 */
export function useAnchor(selector: string): Place | null {
  const [place, setPlace] = useState<Place | null>(null)
  useEffect(() => {
    let isBrought = false
    const look = () => {
      const found = document.querySelector('[role="dialog"], [role="alertdialog"]') === null && elementAt(selector)
      if (!found) return setPlace(null)
      if (!isBrought) found.scrollIntoView({ block: 'center' })
      isBrought = true
      const { left, top, width, height } = found.getBoundingClientRect()
      setPlace((last) => {
        const isSame = last?.left === left && last.top === top && last.width === width && last.height === height
        return isSame ? last : { left, top, width, height }
      })
    }
    look()
    const timer = setInterval(look, lookMs)
    window.addEventListener('scroll', look, { passive: true })
    return () => {
      clearInterval(timer)
      window.removeEventListener('scroll', look)
    }
  }, [selector])
  return place
}

function elementAt(selector: string): Element | undefined {
  return [...document.querySelectorAll(selector)].find((element) => element.checkVisibility())
}
