import { Amount } from '@truemark/ui/primitives/Amount'
import { compareFigures } from '@truemark/ui/figures/compare'
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { useTranslations } from 'use-intl'

/** From one price to another: which of them is higher is all that counts. */
export function PricePath({ entry, exit }: { entry: string; exit: string }) {
  const t = useTranslations('transparency.option')
  const move = compareFigures(exit, entry) ?? 0
  const Arrow = move > 0 ? ArrowUpRight : move < 0 ? ArrowDownRight : ArrowRight
  const tone = move > 0 ? 'text-up' : move < 0 ? 'text-down' : 'text-quiet'
  return (
    <dl className="flex flex-wrap items-end gap-x-5 gap-y-3">
      <div className="flex flex-col">
        <dt className="text-12 text-quiet">{t('entry')}</dt>
        <dd className="text-28 leading-tight font-semibold">
          <Amount value={entry} decimalsMin={0} />
        </dd>
      </div>
      <Arrow size={28} strokeWidth={1.5} aria-hidden="true" className={`mb-0.5 ${tone}`} />
      <div className="flex flex-col">
        <dt className="text-12 text-quiet">{t('exitPrice')}</dt>
        <dd className="text-28 leading-tight font-semibold">
          <Amount value={exit} decimalsMin={0} />
        </dd>
      </div>
    </dl>
  )
}
