import type { OptionType } from '@truemark/protocol/routes/option'
import { Page } from '@truemark/ui/primitives/Page'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Select } from '@truemark/ui/primitives/Select'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { BackHeader } from '../parts/BackHeader.tsx'
import { PairSelect } from '../trade/door.ts'
import { OpenOptions } from './OpenOptions.tsx'
import { OptionHistory } from './OptionHistory.tsx'
import type { OptionFilter } from './optionsQuery.ts'

const every = 'all'
const outcomes = ['win', 'loss', 'tie', 'void'] as const

/** All options of the account, open and ended, by market, direction and outcome. */
export function OptionOrdersScreen() {
  const t = useTranslations('option')
  const [tab, setTab] = useState<'open' | 'history'>('open')
  const [filter, setFilter] = useState<OptionFilter>({})
  const { symbol, type } = filter
  return (
    <>
      <BackHeader name="optionOrders" />
      <Page width="panes" className="flex flex-col gap-3">
        <Tabs
          label={t('orders')}
          value={tab}
          controls="options"
          items={[
            { value: 'open', label: t('open') },
            { value: 'history', label: t('history') },
          ]}
          onValueChange={setTab}
        />
        <Filters filter={filter} onChange={setFilter} withOutcome={tab === 'history'} />
        <TabPanel id="options" tab={tab} className="overflow-hidden rounded-card bg-surface">
          {tab === 'open' ? <OpenOptions symbol={symbol} type={type} /> : <OptionHistory filter={filter} />}
        </TabPanel>
      </Page>
    </>
  )
}

interface FiltersProps {
  filter: OptionFilter
  onChange: (filter: OptionFilter) => void
  /** Open options have no outcome yet. */
  withOutcome: boolean
}

function Filters({ filter, onChange, withOutcome }: FiltersProps) {
  const t = useTranslations('option')
  return (
    <div className="grid gap-3 tablet:grid-cols-2 desk:max-w-240 desk:grid-cols-3">
      <PairSelect
        label={t('allMarkets')}
        every={t('allMarkets')}
        value={filter.symbol}
        onChange={(symbol) => onChange({ ...filter, symbol })}
      />
      <Segmented<OptionType | typeof every>
        label={t('type')}
        value={filter.type ?? every}
        items={[
          { value: every, label: t('allTypes') },
          { value: 'up', label: t('up') },
          { value: 'down', label: t('down') },
        ]}
        onValueChange={(value) => onChange({ ...filter, type: value === every ? undefined : value })}
      />
      {withOutcome && (
        <Select
          label={t('result')}
          labelHidden
          value={filter.outcome ?? every}
          options={[
            { value: every, label: t('allOutcomes') },
            ...outcomes.map((value) => ({ value, label: t(`outcome.${value}`) })),
          ]}
          onValueChange={(value) => onChange({ ...filter, outcome: outcomes.find((each) => each === value) })}
        />
      )}
    </div>
  )
}
