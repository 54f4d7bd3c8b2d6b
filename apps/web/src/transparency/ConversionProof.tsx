import type { ConversionEvidence } from '@truemark/protocol/routes/ownEvidence'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { Block, FactList } from './Block.tsx'
import { JournalBlock } from './JournalBlock.tsx'
import { Sources } from './SourcesBlock.tsx'
import { useWritten } from './useWritten.ts'

/** One's own exchange: its amounts, the rates that were told with its quote, and what the sources said then. */
export function ConversionProof({ conversion: one }: { conversion: ConversionEvidence }) {
  const t = useTranslations('transparency.own')
  const sources = useTranslations('transparency.sources')
  const dateTime = useDateTime()
  const { percent } = useWritten()
  const amount = (text: string, unit: string) => <Amount value={text} unit={unit} decimalsMin={0} />
  return (
    <>
      <FactList
        facts={[
          { label: t('given'), value: amount(one.source_amount, one.source) },
          { label: t('received'), value: amount(one.target_amount, one.target) },
          { label: t('fee'), value: amount(one.fee, one.target), note: percent(one.fee_rate) },
          { label: t('spreadRate'), value: percent(one.spread_rate) },
          { label: t('quoted'), value: dateTime(one.quoted) },
          { label: t('made'), value: dateTime(one.time) },
        ]}
      />
      {one.ticks.length > 0 && (
        <Block title={sources('title')}>
          {one.ticks.map((tick) => (
            <div key={tick.symbol} className="flex flex-col gap-3">
              <h3 className="text-14 font-medium">{tick.symbol}</h3>
              <Sources second={tick} />
            </div>
          ))}
        </Block>
      )}
      <JournalBlock place={one.journal} />
    </>
  )
}
