import type { Realm } from '@truemark/protocol/values'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { useTranslations } from 'use-intl'

export type RealmShown = 'all' | Realm

interface RealmChoiceProps<Shown extends RealmShown> {
  shown: Shown
  onChoose: (shown: Shown) => void
}

/** All accounts, real ones or demos. */
export function RealmChoice({ shown, onChoose }: RealmChoiceProps<RealmShown>) {
  const t = useTranslations('desk')
  return (
    <Segmented
      label={t('common.realm')}
      className="w-64"
      value={shown}
      items={(['all', 'real', 'demo'] as const).map((value) => ({ value, label: t(`common.${value}`) }))}
      onValueChange={onChoose}
    />
  )
}

/** Demos or real accounts. */
export function OneRealm({ shown, onChoose }: RealmChoiceProps<Realm>) {
  const t = useTranslations('desk')
  return (
    <Segmented
      label={t('common.realm')}
      className="w-44"
      value={shown}
      items={(['demo', 'real'] as const).map((value) => ({ value, label: t(`common.${value}`) }))}
      onValueChange={onChoose}
    />
  )
}
