import { useState, type FormEvent } from 'react'
import { focusFault } from './focusFault.ts'

/** A form that says what is wrong from its first try on, and leads to it; `send` is called where nothing is, and nothing is on its way. */
export function useTried(isWrong: boolean, send: () => unknown, isBusy = false) {
  const [tried, setTried] = useState(false)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (isWrong) focusFault(event.currentTarget)
    else if (!isBusy) send()
  }
  return { tried, setTried, onSubmit }
}
