import { type Halt, haltsPublic } from '@truemark/protocol/routes/transparency'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { useQuery } from '@tanstack/react-query'
import { call } from '../data/api.ts'
import { usePages } from '../data/usePages.ts'
import { PagedList } from '../parts/PagedList.tsx'
import { useDateTime, useDeadline } from '../i18n/door.ts'
import { stopsQuery } from '../data/stops.ts'
import { Block } from './Block.tsx'
import { grouped } from './figures.ts'
import { StopsBlock } from './StopsBlock.tsx'

const refetchMs = 15_000

/** When trading stood still: what was stopped, whether somebody decided it, why, and until when. */
export function HaltsPart() {
  const t = useTranslations('transparency.halts')
  const query = usePages(['transparency', 'halts'], (page) => call(haltsPublic, { query: { limit: '100', ...page } }), {
    refetchInterval: refetchMs,
  })
  const silent = query.data?.pages[0]?.silent.map(silence) ?? []
  return (
    <div className="flex flex-col gap-8">
      <EndsBlock />
      <Block title={t('rule')} text={t('ruleText')}>
        <PagedList
          query={query}
          empty={silent.length === 0 ? <p className="text-14 text-secondary">{t('none')}</p> : <Halts of={[silent]} />}
          more={t('more')}
        >
          {(items) => <Halts of={[silent, items]} />}
        </PagedList>
      </Block>
      <StopsBlock />
    </div>
  )
}

type Stop = Omit<Halt, 'id'>

/** A market that no price is heard of now. */
function silence({ symbol, from }: Pick<Stop, 'symbol' | 'from'>): Stop {
  return { symbol, stopped: 'trading', cause: 'no_prices', reason: '', from, until: null }
}

// a source that goes silent, or a start, stops all markets in one second
function saidOf({ stopped, cause, reason, from, until }: Stop): readonly string[] {
  return [stopped, cause, reason, String(from), String(until)]
}

function Halts({ of }: { of: readonly (readonly Stop[])[] }) {
  return (
    <ul className="overflow-hidden rounded-card bg-surface">
      {of
        .flatMap((rows) => grouped(rows, saidOf))
        .map(({ row, symbols }) => (
          <HaltRow key={`${row.symbol} ${row.stopped} ${row.from} ${row.until ?? ''}`} halt={row} symbols={symbols} />
        ))}
    </ul>
  )
}

function HaltRow({ halt, symbols }: { halt: Stop; symbols: readonly string[] }) {
  const t = useTranslations('transparency.halts')
  const dateTime = useDateTime()
  const deadline = useDeadline()
  const { stopped, cause, reason, from, until } = halt
  return (
    <li className="flex flex-col gap-1 px-4 py-3 hairline-b last:shadow-none">
      <span className="flex flex-wrap items-center gap-2 text-16 font-medium">
        <span>{symbols.join(' ')}</span>
        <span className="font-normal text-secondary">{t(`stopped.${stopped}`)}</span>
        {until === null && <Badge tone="warning">{t('lasts')}</Badge>}
      </span>
      <span className="figures text-14 text-secondary">
        {until === null
          ? t('since', { from: dateTime(from) })
          : t('fromUntil', { from: dateTime(from), until: deadline(until) })}
      </span>
      <span className="text-14 break-words">
        {reason === '' ? t(`cause.${cause}`) : t('because', { cause: t(`cause.${cause}`), reason })}
      </span>
    </li>
  )
}

/** What two people have decided to end in a market: everyone reads it a day ahead, before all that is over. */
function EndsBlock() {
  const t = useTranslations('transparency.stops')
  const deadline = useDeadline()
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
              <span className="figures text-14">{t('from', { time: deadline(due) })}</span>
            </li>
          )),
        )}
      </ul>
    </section>
  )
}
