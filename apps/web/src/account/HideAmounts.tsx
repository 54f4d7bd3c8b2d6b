import { IconButton } from '@truemark/ui/primitives/IconButton'
import { Eye, EyeOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { appearance, useAppearance } from '../i18n/door.ts'

/** Veils or shows what one owns, everywhere. */
export function HideAmounts() {
  const t = useTranslations('home')
  const hidden = useAppearance((state) => state.amountsHidden)
  const Icon = hidden ? EyeOff : Eye
  return (
    <IconButton
      label={hidden ? t('showAmounts') : t('hideAmounts')}
      onClick={() => appearance.setState({ amountsHidden: !hidden })}
    >
      <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  )
}
