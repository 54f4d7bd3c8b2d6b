import type { InvestProduct } from '@truemark/protocol/routes/invest'
import { Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { Page } from '@truemark/ui/primitives/Page'
import { Select } from '@truemark/ui/primitives/Select'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { BackHeader } from '../parts/BackHeader.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { RiskLine } from '../parts/RiskLine.tsx'
import { HeadLink } from '../parts/TextLink.tsx'
import { allProducts, chosen, periods, rateSteps, type Choice } from './filters.ts'
import { useInvestProducts } from './investQueries.ts'
import { ProductCard } from './ProductCard.tsx'

/** What is on sale, by coin, period and rate; the risk stands before the first rate. */
export function InvestScreen() {
  const t = useTranslations('invest')
  const shell = useTranslations('shell')
  const query = useInvestProducts()
  return (
    <>
      <BackHeader name="invest" actions={<HeadLink to="/invest/my-finances">{shell('title.myFinances')}</HeadLink>} />
      <Page width="panes" className="flex flex-col gap-4">
        <RiskLine text={t('risk')} />
        <Loaded query={query}>{(products) => <Products products={products} />}</Loaded>
      </Page>
    </>
  )
}

function Products({ products }: { products: readonly InvestProduct[] }) {
  const t = useTranslations('invest')
  const [choice, choose] = useState<Choice>(allProducts)
  if (products.length === 0) return <EmptyState drawing="coins" title={t('emptyTitle')} text={t('emptyText')} />
  const left = chosen(products, choice)
  const coins = [...new Set(products.map(({ coin }) => coin))].toSorted()
  return (
    <>
      <Filters coins={coins} choice={choice} onChange={choose} />
      {left.length === 0 ? (
        <EmptyState
          drawing="search"
          title={t('filter.noneTitle')}
          action={
            <Button kind="secondary" compact onClick={() => choose(allProducts)}>
              {t('filter.clear')}
            </Button>
          }
        />
      ) : (
        <ul className="grid items-stretch gap-3 tablet:grid-cols-2 desk:grid-cols-3">
          {left.map((product) => (
            <ProductCard key={product.product_id} product={product} />
          ))}
        </ul>
      )}
    </>
  )
}

interface FiltersProps {
  coins: readonly string[]
  choice: Choice
  onChange: (choice: Choice) => void
}

function Filters({ coins, choice, onChange }: FiltersProps) {
  const t = useTranslations('invest')
  const all = { value: 'all', label: t('filter.all') } as const
  return (
    <fieldset className="grid grid-cols-1 gap-3 max-tablet:min-[22rem]:grid-cols-2 tablet:grid-cols-3">
      <legend className="sr-only">{t('filter.label')}</legend>
      <Select
        label={t('filter.coin')}
        value={choice.coin === '' ? 'all' : choice.coin}
        options={[all, ...coins.map((coin) => ({ value: coin, label: coin }))]}
        onValueChange={(coin) => onChange({ ...choice, coin: coin === 'all' ? '' : coin })}
      />
      <Select
        label={t('filter.period')}
        value={choice.period === '' ? 'all' : choice.period}
        options={[all, ...periods.map(({ name }) => ({ value: name, label: t(`period.${name}`) }))]}
        onValueChange={(period) => onChange({ ...choice, period: period === 'all' ? '' : period })}
      />
      <div className="max-tablet:min-[22rem]:col-span-2">
        <Select
          label={t('filter.rate')}
          value={choice.rate === '' ? 'all' : choice.rate}
          options={[all, ...rateSteps.map((percent) => ({ value: percent, label: t('filter.from', { percent }) }))]}
          onValueChange={(rate) => onChange({ ...choice, rate: rate === 'all' ? '' : rate })}
        />
      </div>
    </fieldset>
  )
}
