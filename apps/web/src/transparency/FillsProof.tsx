import type { FillsEvidence, HouseFill } from '@truemark/protocol/routes/ownEvidence'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { Block, FactList, FigureTable, type TableColumn } from './Block.tsx'
import { JournalBlock } from './JournalBlock.tsx'
import { Sources } from './SourcesBlock.tsx'
import { useWritten } from './useWritten.ts'

/** One's own trades with the house: each with its index, and what the sources and the house's terms were. */
export function FillsProof({ fills: evidence }: { fills: FillsEvidence }) {
  const t = useTranslations('transparency.own')
  const sources = useTranslations('transparency.sources')
  const dateTime = useDateTime()
  const { percent, figure } = useWritten()
  const price = (text: string) => <Amount value={text} unit="USDT" decimalsMin={0} />
  const columns: readonly TableColumn<HouseFill>[] = [
    { head: t('time'), start: true, cell: ({ time }) => dateTime(time) },
    { head: t('side'), cell: ({ side }) => t(side) },
    { head: t('price'), cell: (fill) => price(fill.price) },
    { head: t('quantity'), cell: ({ quantity }) => <Amount value={quantity} decimalsMin={0} /> },
    {
      head: t('fee'),
      cell: ({ fee }) => <Amount value={fee} unit={evidence.fee_currency} decimalsMin={0} />,
    },
    { head: t('index'), cell: (fill) => price(fill.index) },
    { head: t('age'), cell: (fill) => figure(String(fill.time - fill.index_time)) },
  ]
  return (
    <>
      <Block title={t('trades')}>
        <FigureTable label={t('trades')} columns={columns} rows={evidence.fills} rowKey={(fill) => fill.fill_id} />
      </Block>
      {evidence.ladders.length > 0 && (
        <Block title={t('terms')}>
          {evidence.ladders.map((ladder) => (
            <FactList
              key={ladder.seq}
              facts={[
                { label: t('spread'), value: percent(ladder.half_spread_rate) },
                { label: t('gap'), value: percent(ladder.gap_rate) },
                { label: t('levels'), value: figure(String(ladder.levels)) },
              ]}
            />
          ))}
        </Block>
      )}
      {evidence.ticks.length > 0 && (
        <Block title={sources('title')}>
          {evidence.ticks.map((tick) => (
            <div key={`${tick.time} ${tick.index} ${tick.dispersion}`} className="flex flex-col gap-3">
              <h3 className="text-14 font-medium">{dateTime(tick.time)}</h3>
              <Sources second={tick} />
              <FactList facts={[{ label: t('dispersion'), value: price(tick.dispersion) }]} />
            </div>
          ))}
        </Block>
      )}
      <JournalBlock place={evidence.fills.at(-1)?.journal ?? null} />
    </>
  )
}
