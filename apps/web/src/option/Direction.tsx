import type { OptionType } from '@truemark/protocol/routes/option'
import { joined } from '@truemark/ui/primitives/joined'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslations } from 'use-intl'

/** Up or down in a word, with its arrow and colour. */
export function Direction({ type, className }: { type: OptionType; className?: string }) {
  const t = useTranslations('option')
  const Arrow = type === 'up' ? ArrowUp : ArrowDown
  return (
    <span className={joined('inline-flex items-baseline gap-0.5', type === 'up' ? 'text-up' : 'text-down', className)}>
      <Arrow aria-hidden="true" strokeWidth={1.5} className="size-[1.1em] self-center" />
      {t(type)}
    </span>
  )
}
