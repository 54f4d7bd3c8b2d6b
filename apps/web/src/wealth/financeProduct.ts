import type { Call } from '@truemark/client/caller'
import type { LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFigure } from '../parts/useFigure.ts'
import type { RunningRow } from './summary.ts'

/** A page of one's own orders, however they look. */
interface OwnPage {
  readonly items: readonly unknown[]
  readonly cursor: string | null
}

/** A product that pays later, as Finance and the copy of all one's data show it. Its hooks are for the texts of Finance. */
export interface FinanceProduct {
  readonly icon: LucideIcon
  readonly to: string
  /** A page beside it: one's own orders, or how it works. */
  readonly second: { readonly to: string; readonly says: 'mine' | 'how' }
  /** What it pays and what it costs; undefined while it is on its way. */
  useCard(): { readonly pays: string | undefined; readonly costs: string }
  /** What runs of one's own, and hears of what changes there. */
  useRunning(): readonly RunningRow[]
  /** Its part of the copy: the name that stands there, and a page of it. */
  readonly part: string
  ownPage(ask: Call, query: { readonly cursor?: string; readonly limit: string }): Promise<OwnPage>
}

interface Rates {
  readonly rateMin: string | null
  readonly rateMax: string | null
}

/** What a product pays by its rates in percent, or that nothing is offered; undefined while it is on its way. */
export function usePays(product: 'mining' | 'invest', rates: Rates | undefined): string | undefined {
  const t = useTranslations('finance')
  const figure = useFigure()
  if (rates === undefined) return undefined
  const { rateMin, rateMax } = rates
  if (rateMin === null || rateMax === null) return t('nothing')
  if (rateMin === rateMax) return t(`${product}.paysOne`, { rate: figure(rateMin) })
  return t(`${product}.pays`, { min: figure(rateMin), max: figure(rateMax) })
}
