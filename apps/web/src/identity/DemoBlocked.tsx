import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { useTranslations } from 'use-intl'
import { AccountModeButton } from './AccountModeButton.tsx'

/** What a demo account may not do here, each with its own sentence. */
export type IdentityBlock = 'demo_no_authentication' | 'demo_no_password' | 'demo_no_security' | 'demo_no_wealth'

/** Tells a demo account why this screen is not for it, and how to get to the real one. */
export function DemoBlocked({ block }: { block: IdentityBlock }) {
  const errors = useTranslations('errors')
  const title = useTranslations('shell.strip')
  return (
    <EmptyState
      drawing="shield"
      title={title('demo')}
      text={<span role="alert">{errors(block)}</span>}
      action={<AccountModeButton wide />}
    />
  )
}
