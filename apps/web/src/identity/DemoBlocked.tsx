import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { useTranslations } from 'use-intl'
import { AccountModeButton } from './AccountModeButton.tsx'

/** What a demo account may not do here, each with its own sentence. */
export type DemoBlock =
  `demo_no_${'authentication' | 'password' | 'security' | 'wealth' | 'deposit' | 'withdraw' | 'addresses' | 'cards'}`

/** Tells a demo account why this screen is not for it, and how to get to the real one. */
export function DemoBlocked({ block }: { block: DemoBlock }) {
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
