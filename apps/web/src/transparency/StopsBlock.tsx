import { useQuery } from '@tanstack/react-query'
import { hourMs } from '@truemark/core/money/units'
import type { SuspensionCount } from '@truemark/protocol/routes/suspensions'
import { useTranslations } from 'use-intl'
import { stopsQuery } from '../data/stops.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Block } from './Block.tsx'

const figures = ['total', 'open', 'unconfirmed', 'lapsed', 'expired', 'lifted', 'renewed'] as const

/** How often operators froze payouts, disabled accounts and halted markets, by ground, and what came of it. */
export function StopsBlock() {
  const t = useTranslations('transparency.stops')
  const query = useQuery(stopsQuery)
  return (
    <Block title={t('title')} text={t('text')}>
      <Loaded query={query}>
        {({ counts }) =>
          counts.length === 0 ? (
            <p className="text-14 text-secondary">{t('none')}</p>
          ) : (
            <ul className="overflow-hidden rounded-card bg-surface">
              {counts.map((count) => (
                <StopRow key={`${count.kind} ${count.ground}`} count={count} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Block>
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
