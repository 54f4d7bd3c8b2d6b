import { locales } from '@truemark/protocol/locale'
import { Select } from '@truemark/ui/primitives/Select'
import { useTranslations } from 'use-intl'
import { useStore } from 'zustand'
import { chooseLanguage, language } from '../data/language.ts'

/** The desk's language, each by its own name. */
export function LanguageSelect() {
  const t = useTranslations('desk.common')
  return (
    <Select
      label={t('language')}
      labelHidden
      value={useStore(language)}
      options={locales.map((locale) => ({ value: locale.id, label: locale.name }))}
      onValueChange={chooseLanguage}
    />
  )
}
