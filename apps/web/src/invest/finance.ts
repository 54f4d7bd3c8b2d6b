import { investOrders } from '@truemark/protocol/routes/invest'
import { ChartCandlestick } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type FinanceProduct, usePays } from '../wealth/door.ts'
import { useInvestSummary } from './summary.ts'

/** Investments in Finance. */
export const investFinance: FinanceProduct = {
  icon: ChartCandlestick,
  to: '/invest/invest',
  second: { to: '/invest/my-finances', says: 'mine' },
  useCard() {
    const t = useTranslations('finance.invest')
    return { pays: usePays('invest', useInvestSummary()), costs: t('costs') }
  },
  useRunning: () => useInvestSummary()?.running ?? [],
  part: 'invest',
  ownPage: (ask, query) => ask(investOrders, { query }),
}
