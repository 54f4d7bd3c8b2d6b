import { Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import { useTranslations } from 'use-intl'
import { useNavigate } from '../parts/router/useRouter.ts'

/** No screen stands at this path. */
export function MissingScreen() {
  const t = useTranslations('shell')
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('title.notFound')} />
      <EmptyState
        drawing="path"
        title={t('failure.notFoundTitle')}
        text={t('failure.notFoundText')}
        action={<Button onClick={() => void navigate({ to: '/home' })}>{t('action.toHome')}</Button>}
      />
    </>
  )
}
