import { ToastHost as Toasts } from '@truemark/ui/primitives/ToastHost'
import type { ComponentProps } from 'react'
import { createPortal } from 'react-dom'
import { useSession, userOf } from '../data/session.ts'
import SessionEnd from '../selfLimit/SessionEnd.tsx'
import { Maintenance } from './Maintenance.tsx'

/** Where toasts show; and what comes as late: the end of a session, and a time in which nothing can be changed. */
export function ToastHost(props: ComponentProps<typeof Toasts>) {
  const isPerson = useSession((state) => userOf(state)?.guest === false)
  const strip = document.querySelector('[data-strip]')
  return (
    <>
      <Toasts {...props} />
      {isPerson && <SessionEnd />}
      {strip !== null && createPortal(<Maintenance />, strip)}
    </>
  )
}
