import type { LiquidationEvidence } from '@truemark/protocol/routes/evidence'
import { signOf } from '@truemark/ui/figures/format'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { Block, FactList } from './Block.tsx'
import { ProofHead } from './ProofHead.tsx'
import { ReckonedBlock } from './ReckonedBlock.tsx'
import { JournalBlock } from './JournalBlock.tsx'
import { SampleTable } from './SampleTable.tsx'

/** One closing of a liquidation: the mark that decided, the price, who took it, and the recorded seconds around it. */
export function LiquidationProof({ close, reckoning }: { close: LiquidationEvidence; reckoning: string | null }) {
  const t = useTranslations('transparency.liquidation')
  const dateTime = useDateTime()
  const { insurance, symbol } = close
  const price = (text: string) => <Amount value={text} unit="USDT" decimalsMin={0} />
  return (
    <div className="flex flex-col gap-8">
      <ProofHead title={t('title', { symbol })} of={close}>
        <p className="text-16 text-secondary">{close.taken_over ? t('takenOver') : t('filled')}</p>
      </ProofHead>
      <Block title={t('facts')} text={t('rule')}>
        <FactList
          facts={[
            { label: t('mark'), value: price(close.mark), note: dateTime(close.mark_time) },
            { label: t('side'), value: t(close.side) },
            { label: t('lots'), value: <Amount value={close.lots} decimalsMin={0} /> },
            { label: t('price'), value: price(close.price), note: dateTime(close.time) },
            {
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
