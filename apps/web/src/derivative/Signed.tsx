import { Amount } from '@truemark/ui/primitives/Amount'
import { joined } from '@truemark/ui/primitives/joined'

/** A gain or a loss: sign and colour together. */
export function Signed({ value, unit, className }: { value: string; unit?: string; className?: string }) {
  const tone = /[1-9]/.test(value) ? (value.startsWith('-') ? 'text-down' : 'text-up') : 'text-secondary'
  return (
    <Amount
      value={value}
      {...(unit === undefined ? {} : { unit })}
      decimalsMin={2}
      decimalsMax={6}
      signed
      className={joined(tone, className)}
    />
  )
}
