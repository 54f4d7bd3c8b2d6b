import { premiumsOf } from '@truemark/protocol/evidence/fundedChecks'
import { meanRate } from '@truemark/core/funding/premium'
import { formatDecimal } from '@truemark/core/money/decimal'
import { hourMs, rateScale } from '@truemark/core/money/units'
import type { FundedEvidence, FundedPosition } from '@truemark/protocol/routes/ownEvidence'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { Block, FactList, FigureTable, type TableColumn } from './Block.tsx'
import { JournalBlock } from './JournalBlock.tsx'
import { Sources } from './SourcesBlock.tsx'
import { useWritten } from './useWritten.ts'

/** The samples of one hour: how many there were, their mean, the least and the most. */
interface Hour {
  readonly time: number
  readonly count: number
  readonly mean: string
  readonly least: string
  readonly most: string
}

function hoursOf(funding: FundedEvidence): Hour[] {
  const rates = new Map<number, number[]>()
  for (const { time, rate } of premiumsOf(funding)) {
    const hour = (Math.ceil(time / hourMs) - 1) * hourMs
    const known = rates.get(hour)
    if (known === undefined) rates.set(hour, [rate])
    else known.push(rate)
  }
  const text = (rate: number): string => formatDecimal(rate, rateScale)
  return [...rates].map(([time, all]) => {
    const sum = all.reduce((total, one) => total + one, 0)
    const [least, most] = all.reduce<[number, number]>(
      ([low, high], one) => [Math.min(low, one), Math.max(high, one)],
      [Infinity, -Infinity],
    )
    return { time, count: all.length, mean: text(meanRate(sum, all.length)), least: text(least), most: text(most) }
  })
}

/** What one's own positions paid or received at a stamp: what they were, and the premiums that the rate is the mean of. */
export function FundedProof({ funding }: { funding: FundedEvidence }) {
  const t = useTranslations('transparency.own')
  const sources = useTranslations('transparency.sources')
  const dateTime = useDateTime()
  const { percent, figure } = useWritten()
  const columns: readonly TableColumn<FundedPosition>[] = [
    { head: t('opened'), start: true, cell: ({ opened }) => dateTime(opened) },
    { head: t('side'), cell: ({ side }) => t(side) },
    { head: t('lots'), cell: ({ lots }) => <Amount value={lots} decimalsMin={0} /> },
    {
      head: t('paid'),
      cell: ({ amount }) => <Amount value={amount} unit="USDT" decimalsMin={0} signed />,
    },
  ]
  const hours: readonly TableColumn<Hour>[] = [
    { head: t('from'), start: true, cell: ({ time }) => dateTime(time) },
    { head: t('samples'), cell: ({ count }) => figure(String(count)) },
    { head: t('mean'), cell: ({ mean }) => percent(mean) },
    { head: t('least'), cell: ({ least }) => percent(least) },
    { head: t('most'), cell: ({ most }) => percent(most) },
  ]
  return (
    <>
      <Block title={t('positions')}>
        <FigureTable
          label={t('positions')}
          columns={columns}
          rows={funding.positions}
          rowKey={({ position_id: id }) => id}
        />
      </Block>
      <Block title={t('premiums')} text={t('premiumsText')}>
        <FigureTable
          label={t('premiums')}
          columns={hours}
          rows={hoursOf(funding)}
          rowKey={({ time }) => String(time)}
        />
        {funding.terms !== null && (
          <FactList
            facts={[
              {
                label: t('notional'),
                value: <Amount value={funding.terms.impact_notional} unit="USDT" decimalsMin={0} />,
              },
            ]}
          />
        )}
      </Block>
      {funding.second !== null && (
        <Block title={sources('title')}>
          <h3 className="text-14 font-medium">{dateTime(funding.second.time)}</h3>
          <Sources second={funding.second} />
        </Block>
      )}
      <JournalBlock place={funding.journal} />
    </>
  )
}
