import type { OptionExit, OptionOrder } from '@truemark/protocol/routes/option'
import { Amount } from '@truemark/ui/primitives/Amount'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { joined } from '@truemark/ui/primitives/joined'
import { useTranslations } from 'use-intl'
import { useMarket } from '../data/markets.ts'
import { useFigure } from '../parts/useFigure.ts'
import { useDateTime } from '../i18n/door.ts'
import { standingAt } from './figures.ts'
import { useExit } from './optionsQuery.ts'

/** What an option was settled on: both samples, and the index of the seconds around the exit. */
export function Evidence({ option }: { option: OptionOrder }) {
  const t = useTranslations('option.evidence')
  const { entry_time: entered, expiration_time: expiration } = option
  if (entered === null || expiration === null) return null
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-16 font-semibold">{t('title')}</h2>
      <p className="text-14 text-secondary">{t('lead')}</p>
      <div className="flex flex-col gap-2 rounded-card bg-surface p-4 text-14">
        <dl className="flex flex-col gap-2">
          <Sampled label={t('entry')} price={option.entry_price} time={entered} sources={option.entry_sources} />
          {option.status !== 'open' && <Exit option={option} expiration={expiration} />}
        </dl>
        <Difference option={option} />
      </div>
      {option.status !== 'open' && <Around option={option} expiration={expiration} />}
    </section>
  )
}

interface SampledProps {
  label: string
  price: string | null
  time: number | null
  sources: number | null
}

function Sampled({ label, price, time, sources }: SampledProps) {
  const t = useTranslations('option.evidence')
  const dateTime = useDateTime()
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-quiet">{label}</dt>
      <dd className="text-right font-semibold">
        <Amount value={price ?? undefined} unit="USDT" />
      </dd>
      {time !== null && sources !== null && (
        <dd className="basis-full text-12 text-quiet">{t('sampled', { time: dateTime(time), sources })}</dd>
      )}
    </div>
  )
}

// the exit that this option stood on: simulated and live prices never share one
function exitOf(option: OptionOrder, exits: readonly OptionExit[] | undefined): OptionExit | undefined {
  return exits?.find((exit) => exit.simulated === option.simulated)
}

function Exit({ option, expiration }: { option: OptionOrder; expiration: number }) {
  const t = useTranslations('option.evidence')
  const exit = exitOf(option, useExit(option.symbol, expiration).data)
  const time = exit?.sample_time ?? option.close_sample_time
  return <Sampled label={t('exit')} price={option.close_price} time={time} sources={exit?.sources ?? null} />
}

/** By how much the exit stands higher or lower than the entry, which is all that counts. */
function Difference({ option }: { option: OptionOrder }) {
  const t = useTranslations('option.evidence')
  const figure = useFigure()
  const standing = standingAt(option, option.close_price)
  if (standing === null) return null
  const amount = `${figure(standing.difference)} USDT`
  return (
    <p className="font-medium">
      {standing.outcome === 'tie' ? t('equal') : t(standing.higher ? 'higher' : 'lower', { amount })}
    </p>
  )
}

function Around({ option, expiration }: { option: OptionOrder; expiration: number }) {
  const t = useTranslations('option.evidence')
  const shell = useTranslations('shell.state')
  const query = useExit(option.symbol, expiration)
  const exit = exitOf(option, query.data)
  if (query.isPending) return <SkeletonRows rows={3} label={shell('loading')} />
  if (query.isError) return <p className="text-14 text-secondary">{t('failed')}</p>
  if (exit === undefined) return null
  return (
    <div className="flex flex-col gap-3">
      {exit.state !== 'sampled' && <p className="text-14 text-secondary">{t(exit.state)}</p>}
      {exit.trades.length > 0 && <Trades exit={exit} />}
      {exit.samples.length > 0 && <Samples exit={exit} />}
    </div>
  )
}

function Samples({ exit }: { exit: OptionExit }) {
  const t = useTranslations('option.evidence')
  const dateTime = useDateTime()
  const decimals = useMarket(exit.symbol)?.price_decimals ?? 0
  return (
    <table className="w-full overflow-hidden rounded-card bg-surface text-14">
      <caption className="pb-2 text-left text-14 text-quiet">{t('samples')}</caption>
      <thead className="text-12 text-quiet">
        <tr>
          <th className="px-4 py-2 text-left font-normal">{t('time')}</th>
          <th className="px-4 py-2 text-right font-normal">{t('price')}</th>
          <th className="px-4 py-2 text-right font-normal">{t('sources')}</th>
        </tr>
      </thead>
      <tbody className="figures">
        {exit.samples.map((sample) => {
          const here = sample.time === exit.sample_time
          return (
            <tr key={sample.time} className={joined(here && 'bg-primary-soft font-semibold text-primary')}>
              <td className="px-4 py-1.5">
                {dateTime(sample.time)}
                {here && <span className="pl-2 text-12">{t('here')}</span>}
              </td>
              <td className="px-4 py-1.5 text-right">
                <Amount value={sample.price} decimalsMin={decimals + 1} />
              </td>
              <td className="px-4 py-1.5 text-right">{sample.sources}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Trades({ exit }: { exit: OptionExit }) {
  const t = useTranslations('option.evidence')
  const dateTime = useDateTime()
  return (
    <ul className="flex flex-col gap-2 rounded-card bg-surface p-4 text-14">
      {exit.trades.map(({ source, trade, time, price }) => (
        <li key={source} className="flex items-baseline justify-between gap-3">
          <span className="flex min-w-0 flex-col">
            <span className="capitalize">{source}</span>
            <span className="figures text-12 break-all text-quiet">
              {t('trade', { id: trade })} · {dateTime(time)}
            </span>
          </span>
          <Amount value={price} unit="USDT" />
        </li>
      ))}
    </ul>
  )
}
