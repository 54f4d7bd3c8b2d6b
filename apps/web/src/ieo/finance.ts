import { ieoSubscriptions } from '@truemark/protocol/routes/ieo'
import { Rocket } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { FinanceProduct } from '../wealth/door.ts'
import { useIeoSummary } from './summary.ts'

/** Launches in Finance. */
export const ieoFinance: FinanceProduct = {
  icon: Rocket,
  to: '/ieo/ieo',
  second: { to: '/ieo/ieo-record', says: 'mine' },
  useCard() {
    const t = useTranslations('finance')
    const open = useIeoSummary()?.open
    return { pays: open === undefined ? open : t(open === 0 ? 'nothing' : 'ieo.pays'), costs: t('ieo.costs') }
  },
  useRunning: () => useIeoSummary()?.running ?? [],
  part: 'ieo',
  ownPage: (ask, query) => ask(ieoSubscriptions, { query }),
}
