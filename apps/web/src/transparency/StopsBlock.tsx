import { useQuery } from '@tanstack/react-query'
import { hourMs } from '@truemark/core/money/units'
import { type AnnouncedEnd, type SuspensionCount, suspensionsPublic } from '@truemark/protocol/routes/suspensions'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useDateTime } from '../reader/door.ts'
import { Block } from './Block.tsx'
import { Loaded } from './Loaded.tsx'

const figures = ['total', 'open', 'unconfirmed', 'lapsed', 'expired', 'lifted', 'renewed'] as const

/** How often operators froze payouts, disabled accounts and halted markets, by ground, and what came of it. */
export function StopsBlock() {
  const t = useTranslations('transparency.stops')
  const query = useQuery({ queryKey: ['transparency', 'stops'], queryFn: () => call(suspensionsPublic, {}) })
  return (
    <Block title={t('title')} text={t('text')}>
      <Loaded query={query}>
        {({ counts, announced }) => (
          <>
            {announced.length > 0 && <Announced ends={announced} />}
            {counts.length === 0 ? (
              <p className="text-14 text-secondary">{t('none')}</p>
            ) : (
              <ul className="overflow-hidden rounded-card bg-surface">
                {counts.map((count) => (
                  <StopRow key={`${count.kind} ${count.ground}`} count={count} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Block>
  )
}

/** What two people have decided to end in a market: everyone reads it a day ahead. */
function Announced({ ends }: { ends: readonly AnnouncedEnd[] }) {
  const t = useTranslations('transparency.stops')
  const dateTime = useDateTime()
  return (
    <section className="flex flex-col gap-2 rounded-card bg-warning-soft px-4 py-3">
      <h3 className="text-16 font-medium">{t('announced')}</h3>
      <p className="text-14 text-secondary">{t('announcedText')}</p>
      <ul className="flex flex-col gap-2">
        {ends.flatMap(({ symbol, ends: kinds, due }) =>
          kinds.map((kind) => (
            <li
              key={`${symbol} ${kind} ${due}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 text-14"
            >
              <span>
                {symbol} · {t(`end.${kind}`)}
              </span>
              <span className="figures">{t('from', { time: dateTime(due) })}</span>
            </li>
          )),
        )}
      </ul>
    </section>
  )
}

function StopRow({ count }: { count: SuspensionCount }) {
  const t = useTranslations('transparency.stops')
  const shown = figures.filter((name) => name === 'total' || name === 'open' || count[name] > 0)
  return (
    <li className="flex flex-col gap-2 px-4 py-3 hairline-b last:shadow-none">
      <span className="flex flex-wrap items-baseline gap-x-2 text-16 font-medium">
        {t(`kind.${count.kind}`)}
        <span className="text-14 font-normal text-secondary">{t(`ground.${count.ground}`)}</span>
      </span>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 text-14">
        {shown.map((name) => (
          <Figure key={name} name={t(name)} value={String(count[name])} />
        ))}
        {count.mean_ms !== null && <Figure name={t('mean')} value={t('hours', { hours: hoursText(count.mean_ms) })} />}
      </dl>
    </li>
  )
}

// tenths of an hour; what is shorter says so
function hoursText(ms: number): string {
  const tenths = Math.round((10 * ms) / hourMs)
  return tenths === 0 ? '< 0.1' : String(tenths / 10)
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-secondary">{name}</dt>
      <dd className="figures">{value}</dd>
    </div>
  )
}
