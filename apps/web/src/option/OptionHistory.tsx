import { useTranslations } from 'use-intl'
import { PastOrders } from '../parts/PastOrders.tsx'
import { OptionRow } from './OptionRow.tsx'
import { useOptionHistory, type OptionFilter } from './optionsQuery.ts'

/** The options that have ended, newest first. */
export function OptionHistory({ filter }: { filter: OptionFilter }) {
  const t = useTranslations('option')
  return (
    <PastOrders
      query={useOptionHistory(filter)}
      empty={t('noHistory')}
      row={(option) => <OptionRow key={option.order_id} option={option} />}
    />
  )
}
