import { type WealthProduct, wealthProducts } from '@truemark/core/capability/products'
import { Page } from '@truemark/ui/primitives/Page'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'
import { AccountModeButton } from '../identity/door.ts'
import { LinkButton } from '../parts/TextLink.tsx'
import { financeProducts } from '../products/door.ts'
import type { FinanceProduct } from '../wealth/door.ts'
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
        {wealthProducts.map((name) => (
          <Product key={name} name={name} product={financeProducts[name]} />
        ))}
      </ul>
    </div>
  )
}

/** One product: its risk first, then what it pays and what it costs. */
function Product({ name, product }: { name: WealthProduct; product: FinanceProduct }) {
  const t = useTranslations('finance')
  const shell = useTranslations('shell.title')
  const { icon: Icon, to, second } = product
  const { pays, costs } = product.useCard()
  return (
    <li className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <div className="flex items-center gap-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary">
          <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
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
        <LinkButton kind="quiet" to={second.to} className="flex-1" aria-label={`${t(second.says)}: ${shell(name)}`}>
          {t(second.says)}
        </LinkButton>
      </div>
    </li>
  )
}
