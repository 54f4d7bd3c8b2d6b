import { miningOrders } from '@truemark/protocol/routes/mining'
import { Hourglass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFigure } from '../parts/useFigure.ts'
import { type FinanceProduct, usePays } from '../wealth/door.ts'
import { useMiningNews } from './miningQueries.ts'
import { useMiningSummary } from './summary.ts'

/** Locked mining in Finance. */
export const miningFinance: FinanceProduct = {
  icon: Hourglass,
  to: '/lockming/lockming',
  second: { to: '/lockming/welcome', says: 'how' },
  useCard() {
    const t = useTranslations('finance.mining')
    const figure = useFigure()
    const summary = useMiningSummary()
    const percent = summary?.costMax ?? null
    const costs = percent === null ? t('costsNone') : t('costs', { percent: figure(percent) })
    return { pays: usePays('mining', summary), costs }
  },
  useRunning() {
    useMiningNews()
    return useMiningSummary()?.running ?? []
  },
  part: 'locked_mining',
  ownPage: (ask, query) => ask(miningOrders, { query }),
}
