import { useRouter } from '@tanstack/react-router'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import { useTranslations } from 'use-intl'
import type { Messages } from '../reader/door.ts'

/** The head of a page of texts. */
export function ContentHeader({ name }: { name: keyof Messages['shell']['title'] }) {
  const t = useTranslations('shell')
  const router = useRouter()
  return <PageHeader title={t(`title.${name}`)} onBack={() => router.history.back()} backLabel={t('action.back')} />
}
