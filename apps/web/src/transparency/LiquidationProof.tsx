import type { LiquidationEvidence } from '@truemark/protocol/routes/evidence'
import { signOf } from '@truemark/ui/figures/format'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../reader/door.ts'
import { Block, FactList } from './Block.tsx'
import { ReckonedBlock } from './ReckonedBlock.tsx'
import { JournalBlock } from './JournalBlock.tsx'
import { SampleTable } from './SampleTable.tsx'

/** One closing of a liquidation: the mark that decided, the price, who took it, and the recorded seconds around it. */
export function LiquidationProof({ close, reckoning }: { close: LiquidationEvidence; reckoning: string | null }) {
  const t = useTranslations('transparency.liquidation')
  const shell = useTranslations('shell.label')
  const dateTime = useDateTime()
  const { insurance, symbol } = close
  const price = (text: string) => <Amount value={text} unit="USDT" decimalsMin={0} />
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3 rounded-card bg-surface p-4 tablet:p-6">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-20 font-semibold">{t('title', { symbol })}</h2>
          {close.realm === 'demo' && <Badge tone="info">{shell('demo')}</Badge>}
          {close.simulated && <Badge tone="info">{shell('simulated')}</Badge>}
        </div>
        <p className="text-16 text-secondary">{close.taken_over ? t('takenOver') : t('filled')}</p>
      </div>
      <Block title={t('facts')} text={t('rule')}>
        <FactList
          facts={[
            { key: 'mark', label: t('mark'), value: price(close.mark), note: dateTime(close.mark_time) },
            { key: 'side', label: t('side'), value: t(close.side) },
            { key: 'lots', label: t('lots'), value: <Amount value={close.lots} decimalsMin={0} /> },
            { key: 'price', label: t('price'), value: price(close.price), note: dateTime(close.time) },
            {
              key: 'insurance',
              label: signOf(insurance) < 0 ? t('insuranceReceived') : t('insurancePaid'),
              value: price(insurance.replace('-', '')),
            },
          ]}
        />
      </Block>
      <ReckonedBlock close={close} reckoning={reckoning} />
      <Block title={t('seconds')} text={t('secondsText')}>
        <SampleTable symbol={symbol} samples={close.samples} marked={null} />
      </Block>
      <JournalBlock place={close.journal} />
    </div>
  )
}
