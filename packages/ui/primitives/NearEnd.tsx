import { useEffect, useRef } from 'react'
import { Spinner } from './Spinner.tsx'

export interface NearEndProps {
  /** The end of a list comes into sight: the next page is wanted. */
  onNear: () => void
  label: string
}

/** The end of a list that goes on: asks for the next page before it is reached. */
export function NearEnd({ onNear, label }: NearEndProps) {
  const mark = useRef<HTMLOutputElement>(null)
  const near = useRef(onNear)
  useEffect(() => {
    near.current = onNear
  }, [onNear])
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near.current(), {
      rootMargin: '600px',
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return (
    <output ref={mark} aria-label={label} className="grid min-h-16 place-items-center text-quiet">
      <Spinner />
    </output>
  )
}
