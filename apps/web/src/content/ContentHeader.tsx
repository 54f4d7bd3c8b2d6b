import { useTranslations } from 'use-intl'
import { BackHeader } from '../parts/BackHeader.tsx'
import type { Messages } from '../i18n/door.ts'

/** The head of a page of texts. */
export function ContentHeader({ name }: { name: keyof Messages['shell']['title'] }) {
  const t = useTranslations('shell')
  return <BackHeader title={t(`title.${name}`)} />
}
