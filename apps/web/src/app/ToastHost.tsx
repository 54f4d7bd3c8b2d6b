import { keepFocus } from '@truemark/ui/device/keptFocus'
import { ToastHost as Toasts } from '@truemark/ui/primitives/ToastHost'
import { type ComponentProps, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useSession, userOf } from '../data/session.ts'
import SessionEnd from '../selfLimit/SessionEnd.tsx'
import { Maintenance } from './Maintenance.tsx'

/** Where toasts show; and what comes as late: that the focus is never lost, the end of a session, and a time in which nothing can be changed. */
export function ToastHost(props: ComponentProps<typeof Toasts>) {
  const isPerson = useSession((state) => userOf(state)?.guest === false)
  useEffect(() => keepFocus(), [])
  const strip = document.querySelector('[data-strip]')
  return (
    <>
      <Toasts {...props} />
      {isPerson && <SessionEnd />}
      {strip !== null && createPortal(<Maintenance />, strip)}
    </>
  )
}
