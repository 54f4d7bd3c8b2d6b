import { Amount, type AmountProps } from '@truemark/ui/primitives/Amount'
import type { ReactNode } from 'react'
import { useDateTime, useDeadline } from '../i18n/door.ts'

interface LineProps {
  label: ReactNode
  strong?: boolean
}

/** A label and its figure at the end of the line. */
export function Line({ label, strong = false, children }: LineProps & { children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-quiet">{label}</dt>
      <dd className={strong ? 'text-right font-semibold text-text' : 'text-right text-secondary'}>{children}</dd>
    </div>
  )
}

/** An amount on a line of its own. */
export function AmountLine({ label, strong = false, ...amount }: LineProps & AmountProps) {
  return (
    <Line label={label} strong={strong}>
      <Amount {...amount} />
    </Line>
  )
}

/** A moment on a line of its own. */
export function TimeLine({ label, strong = false, at }: LineProps & { at: number }) {
  const dateTime = useDateTime()
  return (
    <Line label={label} strong={strong}>
      <span className="figures">{dateTime(at)}</span>
    </Line>
  )
}

/** A moment that somebody waits for or has to keep, with its zone, on a line of its own. */
export function DeadlineLine({ label, strong = false, at }: LineProps & { at: number }) {
  const deadline = useDeadline()
  return (
    <Line label={label} strong={strong}>
      <span className="figures">{deadline(at)}</span>
    </Line>
  )
}
