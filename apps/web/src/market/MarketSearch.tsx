import { TextInput } from '@truemark/ui/primitives/TextInput'
import { Search } from 'lucide-react'
import { useTranslations } from 'use-intl'

interface MarketSearchProps {
  text: string
  onChange: (text: string) => void
  className?: string
}

/** Where a pair is looked for. */
export function MarketSearch({ text, onChange, className = '' }: MarketSearchProps) {
  const t = useTranslations('market')
  return (
    <TextInput
      label={t('search')}
      labelHidden
      placeholder={t('search')}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      before={<Search size={18} strokeWidth={1.5} aria-hidden="true" className="ml-3.5 shrink-0 text-quiet" />}
      className={className}
    />
  )
}
