import type { Realm } from '@truemark/protocol/values'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { useTranslations } from 'use-intl'

export type RealmShown = 'all' | Realm

export interface RealmChoiceProps {
  shown: RealmShown
  onChoose: (shown: RealmShown) => void
}

/** All accounts, real ones or demos. */
export function RealmChoice({ shown, onChoose }: RealmChoiceProps) {
  const t = useTranslations('desk')
  return (
    <Segmented
      label={t('exposure.realm')}
      className="w-64"
      value={shown}
      items={[
        { value: 'all', label: t('common.all') },
        { value: 'real', label: t('common.real') },
        { value: 'demo', label: t('common.demo') },
      ]}
      onValueChange={onChoose}
    />
  )
}
