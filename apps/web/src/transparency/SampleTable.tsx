import type { EvidenceSample } from '@truemark/protocol/routes/evidence'
import { Amount } from '@truemark/ui/primitives/Amount'
import { useTranslations } from 'use-intl'
import { useMarket } from '../data/markets.ts'
import { useDateTime } from '../i18n/door.ts'

export interface SampleTableProps {
  symbol: string
  samples: readonly EvidenceSample[]
  /** The second that decided. */
  marked: number | null
}

/** Recorded seconds of the index, with how many sources each was made of; the one that decided stands out. */
export function SampleTable({ symbol, samples, marked }: SampleTableProps) {
  const t = useTranslations('transparency.samples')
  const dateTime = useDateTime()
  const decimals = (useMarket(symbol)?.price_decimals ?? -1) + 1
  if (samples.length === 0) return <p className="text-14 text-quiet">{t('none')}</p>
  return (
    <div className="overflow-hidden rounded-card bg-surface">
      <table className="figures w-full text-14">
        <thead className="text-12 text-quiet">
          <tr className="hairline-b">
            <th scope="col" className="px-4 py-2.5 text-left font-normal">
              {t('time')}
            </th>
            <th scope="col" className="px-2 py-2.5 text-right font-normal">
              {t('price')}
            </th>
            <th scope="col" className="px-4 py-2.5 text-right font-normal">
              {t('sources')}
            </th>
          </tr>
        </thead>
        <tbody>
          {samples.map((sample) => {
            const here = sample.time === marked
            return (
              <tr key={sample.time} className={here ? 'bg-primary-soft font-semibold text-primary' : undefined}>
                <td className="px-4 py-1.5">
                  {dateTime(sample.time, 'time')}
                  {here && <span className="pl-2 text-12">{t('here')}</span>}
                </td>
                <td className="px-2 py-1.5 text-right">
                  <Amount value={sample.price} decimalsMin={decimals} />
                </td>
                <td className="px-4 py-1.5 text-right">
                  {sample.sources}
                  {!sample.fresh && <span className="pl-1 text-12 text-quiet">{t('stale')}</span>}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
