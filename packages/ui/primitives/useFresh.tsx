import { useEffect, useState } from 'react'

/** A press that was meant for what stood there before comes within this time (ms) after it has gone. */
const freshMs = 600

/** Whether something has only just appeared, and so takes no press that may be meant for what stood in its place. */
export function useFresh(): boolean {
  const [fresh, setFresh] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), freshMs)
    return () => clearTimeout(timer)
  }, [])
  return fresh
}
