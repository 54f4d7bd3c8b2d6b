import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useRouter } from './router/useRouter.ts'
import type { Messages } from '../i18n/door.ts'

interface BackHeaderProps {
  /** Which page of the app it is. */
  name?: keyof Messages['shell']['title']
  /** What a page is called that bears a name of its own. */
  title?: ReactNode
  actions?: ReactNode
}

/** The head of a page that leads back to the one before. */
export function BackHeader({ name, title, actions }: BackHeaderProps) {
  const shell = useTranslations('shell')
  const router = useRouter()
  return (
    <PageHeader
      title={title ?? (name && shell(`title.${name}`))}
      onBack={() => router.back()}
      backLabel={shell('action.back')}
      actions={actions}
    />
  )
}
