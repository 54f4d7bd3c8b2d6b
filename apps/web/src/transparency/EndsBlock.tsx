import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { stopsQuery } from '../data/stops.ts'
import { useDateTime } from '../reader/door.ts'

/** What two people have decided to end in a market: everyone reads it a day ahead, before all that is over. */
export function EndsBlock() {
  const t = useTranslations('transparency.stops')
  const dateTime = useDateTime()
  const ends = useQuery(stopsQuery).data?.announced ?? []
  if (ends.length === 0) return null
  return (
    <section aria-label={t('announced')} className="flex flex-col gap-3 rounded-card bg-warning-soft px-4 py-3">
      <div className="flex flex-col gap-1">
        <h2 className="text-20 font-semibold">{t('announced')}</h2>
        <p className="max-w-[72ch] text-14 text-secondary">{t('announcedText')}</p>
      </div>
      <ul className="flex flex-col">
        {ends.flatMap(({ symbol, ends: kinds, due }) =>
          kinds.map((kind) => (
            <li
              key={`${symbol} ${kind} ${due}`}
              className="flex flex-col gap-x-4 py-2 hairline-b last:shadow-none tablet:flex-row tablet:items-baseline tablet:justify-between"
            >
              <span className="text-16 font-medium">
                {symbol} <span className="font-normal text-secondary">{t(`end.${kind}`)}</span>
              </span>
              <span className="figures text-14">{t('from', { time: dateTime(due) })}</span>
            </li>
          )),
        )}
      </ul>
    </section>
  )
}
