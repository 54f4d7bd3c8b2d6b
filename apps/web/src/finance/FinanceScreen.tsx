import type { WealthProduct } from '@truemark/protocol/products'
import { Page } from '@truemark/ui/primitives/Page'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { ChartCandlestick, Hourglass, Rocket, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'
import { AccountModeButton } from '../identity/door.ts'
import { useIeoSummary } from '../ieo/door.ts'
import { useInvestSummary } from '../invest/door.ts'
import { useMiningSummary } from '../mining/door.ts'
import { LinkButton } from '../parts/TextLink.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { FinanceTexts } from './FinanceTexts.tsx'
import { RunningProducts } from './RunningProducts.tsx'

/** What each wealth product risks, pays and costs, in one glance; and what runs. */
export function FinanceScreen() {
  const shell = useTranslations('shell.title')
  return (
    <>
      <PageHeader title={shell('finance')} actions={<AccountModeButton />} />
      <Page width="panes" className="flex flex-col gap-6">
        <RunningProducts />
        <FinanceTexts>
          <Products />
        </FinanceTexts>
      </Page>
    </>
  )
}

function Products() {
  const t = useTranslations('finance')
  const isDemo = useSession((state) => state.mode === 'demo')
  return (
    <div className="flex flex-col gap-3">
      {isDemo && <p className="text-14 text-secondary">{t('demo')}</p>}
      <ul className="grid items-stretch gap-3 tablet:grid-cols-2 desk:grid-cols-3">
        <Mining />
        <Invest />
        <Ieo />
      </ul>
    </div>
  )
}

const isMissing = (text: string | null | undefined): text is null | undefined => text === null || text === undefined

interface Rates {
  readonly rateMin: string | null
  readonly rateMax: string | null
}

/** What a product pays, or that nothing is offered; undefined while it is on its way. */
function usePays(product: 'mining' | 'invest', rates: Rates | undefined): string | undefined {
  const t = useTranslations('finance')
  const figure = useFigure()
  if (rates === undefined) return undefined
  const { rateMin, rateMax } = rates
  if (isMissing(rateMin) || isMissing(rateMax)) return t('nothing')
  if (rateMin === rateMax) return t(`${product}.paysOne`, { rate: figure(rateMin) })
  return t(`${product}.pays`, { min: figure(rateMin), max: figure(rateMax) })
}

function Mining() {
  const t = useTranslations('finance')
  const figure = useFigure()
  const summary = useMiningSummary()
  const pays = usePays('mining', summary)
  const { costMax } = summary ?? {}
  return (
    <Product
      name="mining"
      icon={<Hourglass size={20} strokeWidth={1.5} aria-hidden="true" />}
      pays={pays}
      costs={isMissing(costMax) ? t('mining.costsNone') : t('mining.costs', { percent: figure(costMax) })}
      to="/lockming/lockming"
      second={{ to: '/lockming/welcome', text: t('how') }}
    />
  )
}

function Invest() {
  const t = useTranslations('finance')
  const pays = usePays('invest', useInvestSummary())
  return (
    <Product
      name="invest"
      icon={<ChartCandlestick size={20} strokeWidth={1.5} aria-hidden="true" />}
      pays={pays}
      costs={t('invest.costs')}
      to="/invest/invest"
      second={{ to: '/invest/my-finances', text: t('mine') }}
    />
  )
}

function Ieo() {
  const t = useTranslations('finance')
  const summary = useIeoSummary()
  return (
    <Product
      name="ieo"
      icon={<Rocket size={20} strokeWidth={1.5} aria-hidden="true" />}
      pays={summary && (summary.open === 0 ? t('nothing') : t('ieo.pays'))}
      costs={t('ieo.costs')}
      to="/ieo/ieo"
      second={{ to: '/ieo/ieo-record', text: t('mine') }}
    />
  )
}

interface ProductProps {
  name: WealthProduct
  icon: ReactNode
  /** Undefined while it is on its way. */
  pays: string | undefined
  costs: string
  to: string
  second: { readonly to: string; readonly text: string }
}

/** One product: its risk first, then what it pays and what it costs. */
function Product({ name, icon, pays, costs, to, second }: ProductProps) {
  const t = useTranslations('finance')
  const shell = useTranslations('shell.title')
  return (
    <li className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <div className="flex items-center gap-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary">
          {icon}
        </span>
        <h2 className="text-16 font-semibold">{shell(name)}</h2>
      </div>
      <p className="flex items-start gap-2 text-14">
        <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0 text-warning" />
        <span>
          <span className="sr-only">{t('risk')}: </span>
          {t(`${name}.risk`)}
        </span>
      </p>
      <dl className="flex flex-col gap-2 text-14">
        <div className="flex flex-col">
          <dt className="text-12 text-quiet">{t('pays')}</dt>
          <dd className="figures">{pays ?? <Skeleton className="h-5 w-40" />}</dd>
        </div>
        <div className="flex flex-col">
          <dt className="text-12 text-quiet">{t('costs')}</dt>
          <dd className="text-secondary">{costs}</dd>
        </div>
      </dl>
      <div className="mt-auto flex flex-wrap gap-2">
        <LinkButton to={to} className="flex-1" aria-label={`${t('open')}: ${shell(name)}`}>
          {t('open')}
        </LinkButton>
        <LinkButton kind="quiet" to={second.to} className="flex-1" aria-label={`${second.text}: ${shell(name)}`}>
          {second.text}
        </LinkButton>
      </div>
    </li>
  )
}
