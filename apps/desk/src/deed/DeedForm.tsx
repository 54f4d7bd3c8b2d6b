import { Button, type ButtonKind } from '@truemark/ui/primitives/Button'
import { useState, type ReactNode } from 'react'
import { FailureNote } from './FailureNote.tsx'
import { focusFault } from './focusFault.ts'
import { useDeed } from './useDeed.ts'

export interface DeedFormProps {
  /** What is done, as its button says it. */
  label: string
  kind?: ButtonKind
  faulty: boolean
  send: () => Promise<unknown>
  /** The lists that are read anew. */
  touches: readonly string[]
  /** What is said once it is done. */
  done: string
  onDone: () => void
  /** The fields: `tried` says that it was tried to send them, `act` tries it. */
  children: (tried: boolean, act: () => void) => ReactNode
}

/** A form within a sheet, which says what is wrong from its first try on. */
export function DeedForm({ label, kind = 'primary', faulty, send, touches, done, onDone, children }: DeedFormProps) {
  const [tried, setTried] = useState(false)
  const deed = useDeed({ send, touches, done: () => done })
  const act = () => {
    setTried(true)
    if (faulty) return focusFault()
    if (!deed.busy) void deed.run(undefined).then((isDone) => isDone && onDone())
  }
  return (
    <div className="flex flex-col gap-4">
      {children(tried, act)}
      <FailureNote text={deed.failure} />
      <Button kind={kind} busy={deed.busy} onClick={act}>
        {label}
      </Button>
    </div>
  )
}
