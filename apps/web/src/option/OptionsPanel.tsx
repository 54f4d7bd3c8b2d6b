import { Tabs } from '@truemark/ui/primitives/Tabs'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOpenOptions } from '../data/account.ts'
import { TextLink } from '../parts/TextLink.tsx'
import { OpenOptions } from './OpenOptions.tsx'
import { OptionHistory } from './OptionHistory.tsx'
import { LastResult } from './LastResult.tsx'

/** The account's options in this market: the open ones and those that have ended. */
export function OptionsPanel({ symbol }: { symbol: string }) {
  const t = useTranslations('option')
  const shell = useTranslations('shell.action')
  const panel = useId()
  const [tab, setTab] = useState<'open' | 'history'>('open')
  const count = useOpenOptions()?.filter((option) => option.symbol === symbol).length ?? 0
  return (
    <section aria-label={t('orders')} className="flex min-h-0 flex-col">
      <div className="flex items-center justify-between pr-4 hairline-b">
        <Tabs
          label={t('orders')}
          value={tab}
          controls={panel}
          items={[
            { value: 'open', label: count === 0 ? t('open') : `${t('open')} (${count})` },
            { value: 'history', label: t('history') },
          ]}
          onValueChange={setTab}
          className="pl-1"
        />
        <TextLink to="/market/trade/option_orders">{shell('seeAll')}</TextLink>
      </div>
      <div id={panel} className="min-h-0 flex-1 overflow-y-auto">
        {tab === 'open' && <LastResult symbol={symbol} />}
        {tab === 'open' ? <OpenOptions symbol={symbol} /> : <OptionHistory filter={{ symbol }} />}
      </div>
    </section>
  )
}
