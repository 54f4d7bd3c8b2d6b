import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { useAppearance } from '../i18n/door.ts'
import { Owned } from './Owned.tsx'

/** A profit or loss, in its colour and with its sign; what was not recorded is said, never shown as a zero. */
export function Gain({ value, strong = false }: { value: string | null; strong?: boolean }) {
  const t = useTranslations('funds.profit')
  const hidden = useAppearance((state) => state.amountsHidden)
  if (value === null) return <span className="text-12 text-quiet">{t('unknown')}</span>
  const weight = strong ? 'text-16 font-semibold' : ''
  if (hidden) return <Owned value={value} className={weight} />
  const tone = /[1-9]/.test(value) ? (value.startsWith('-') ? 'text-down' : 'text-up') : 'text-secondary'
  return <Amount value={value} unit="USDT" signed decimalsMax={2} className={`${weight} ${tone}`} />
}
