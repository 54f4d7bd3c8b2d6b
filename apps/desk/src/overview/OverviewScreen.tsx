import { useTranslations } from 'use-intl'

export function OverviewScreen() {
  const t = useTranslations('desk.menu')
  return <h1 className="text-28 font-semibold">{t('overview')}</h1>
}
