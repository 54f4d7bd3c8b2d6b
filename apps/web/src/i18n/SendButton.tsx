import { Button, type ButtonProps } from '@truemark/ui/primitives/Button'
import { useFresh } from '@truemark/ui/primitives/useFresh'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useLink } from '../data/link.ts'

interface SendButtonProps extends ButtonProps {
  /** Why this cannot be sent now, in words; null or nothing where only a missing network would keep it. */
  barred?: string | null | undefined
}

/**
 * The button that sends what was confirmed. Without a network it is shut and says so: nothing pressed waits for one. In
 * its first moment it takes no press, which may be the second on what stood there before.
 */
export function SendButton({ barred, disabled = false, ...props }: SendButtonProps) {
  const t = useTranslations('offline')
  const online = useLink((link) => link.online)
  const why = useId()
  const fresh = useFresh()
  // What is on its way stays on its way, and its button says that.
  const reason = props.busy === true ? null : online ? (barred ?? null) : t('notSent')
  return (
    <div className={props.wide === true ? 'flex min-w-0 flex-1 flex-col gap-2' : 'contents'}>
      {reason !== null && (
        <output id={why} className="text-14 text-warning">
          {reason}
        </output>
      )}
      <Button
        {...props}
        deaf={fresh}
        disabled={disabled || reason !== null}
        aria-describedby={reason === null ? undefined : why}
      />
    </div>
  )
}
