import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DeepBook, type DeepBookProps } from './DeepBook.tsx'
import { RecentTrades } from './RecentTrades.tsx'
import { WideTexts } from './wideTexts.tsx'

/** The column of a wide screen: the deep book, or the last trades. Its code is loaded with the first wide screen. */
export function WideColumn({ market, amounts, own, onPrice }: DeepBookProps) {
  const t = useTranslations('spot')
  const panel = useId()
  const [tab, setTab] = useState<'book' | 'trades'>('book')
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Tabs
        label={t('orderBook')}
        value={tab}
        controls={panel}
        items={[
          { value: 'book', label: t('orderBook') },
          { value: 'trades', label: t('recentTrades') },
        ]}
        onValueChange={setTab}
      />
      <TabPanel id={panel} tab={tab} className="flex min-h-0 flex-1 flex-col">
        {tab === 'trades' ? (
          <RecentTrades market={market} rows={100} dense />
        ) : (
          <WideTexts>
            <DeepBook market={market} amounts={amounts} own={own} onPrice={onPrice} />
          </WideTexts>
        )}
      </TabPanel>
    </div>
  )
}
