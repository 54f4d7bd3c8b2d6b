import { serverNow } from '@truemark/ui/device/serverTime'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { indexSamples, transparencyRules } from '@truemark/protocol/routes/transparency'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Select } from '@truemark/ui/primitives/Select'
import { Sparkline } from '@truemark/ui/primitives/Sparkline'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useMarket } from '../data/markets.ts'
import { useDateTime } from '../i18n/door.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Block, FigureTable } from './Block.tsx'

type Rules = AnswerOf<typeof transparencyRules>
type Sample = AnswerOf<typeof indexSamples>[number]

const windowMs = 300_000
const shownMax = 20

/** The recorded index: of every market now, and of one market at any moment. */
export function PricesPart() {
  const query = useQuery({
    queryKey: ['transparency', 'rules'],
    queryFn: () => call(transparencyRules, {}),
    refetchInterval: 10_000,
  })
  return (
    <Loaded query={query}>
      {(rules) => (
        <div className="flex flex-col gap-10">
          <Seconds rules={rules} />
          <Markets rules={rules} />
        </div>
      )}
    </Loaded>
  )
}

function Markets({ rules }: { rules: Rules }) {
  const t = useTranslations('transparency.prices')
  const dateTime = useDateTime()
  const kinds: Readonly<Record<string, string>> = {
    live: t('kind.live'),
    replay: t('kind.replay'),
    simulated: t('kind.simulated'),
  }
  return (
    <Block title={t('now')} text={t('nowText')}>
      <FigureTable
        label={t('now')}
        rows={rules.symbols}
        rowKey={({ symbol }) => symbol}
        columns={[
          { head: t('market'), start: true, cell: ({ symbol }) => symbol },
          { head: t('kindOf'), start: true, cell: ({ kind }) => kinds[kind] ?? kind },
          {
            head: t('reference'),
            start: true,
            cell: ({ source }) => <span className="capitalize">{source === '' ? '–' : source}</span>,
          },
          { head: t('heard'), cell: ({ sources }) => sources ?? '–' },
          {
            head: t('sampled'),
            cell: ({ sampled }) => (sampled === null ? '–' : dateTime(sampled, 'time')),
          },
        ]}
      />
    </Block>
  )
}

function Seconds({ rules }: { rules: Rules }) {
  const t = useTranslations('transparency.prices')
  const [symbol, setSymbol] = useState(rules.symbols[0]?.symbol ?? '')
  const [moment, setMoment] = useState('')
  const at = new Date(moment).getTime()
  const chosen = Number.isNaN(at) ? null : at
  const query = useQuery({
    queryKey: ['transparency', 'samples', symbol, chosen],
    queryFn: () => {
      const span = chosen === null ? {} : { from: String(chosen - 15_000), to: String(chosen + 16_000) }
      const now = serverNow()
      const last = { from: String(now - windowMs), to: String(now + 5_000) }
      return call(indexSamples, { params: { symbol }, query: chosen === null ? last : span })
    },
    enabled: symbol !== '',
    refetchInterval: chosen === null ? 2_000 : false,
    placeholderData: keepPreviousData,
  })
  return (
    <Block title={t('seconds')} text={t('secondsText')}>
      <div className="grid gap-4 tablet:grid-cols-2">
        <Select
          label={t('market')}
          value={symbol}
          options={rules.symbols.map((one) => ({ value: one.symbol, label: one.symbol }))}
          onValueChange={setSymbol}
        />
        <TextInput
          label={t('moment')}
          type="datetime-local"
          step="1"
          value={moment}
          hint={t('momentHint')}
          onChange={(event) => setMoment(event.target.value)}
        />
      </div>
      <Loaded query={query}>
        {(samples) => <Samples symbol={symbol} samples={samples} isNow={chosen === null} />}
      </Loaded>
    </Block>
  )
}

function Samples({ symbol, samples, isNow }: { symbol: string; samples: readonly Sample[]; isNow: boolean }) {
  const t = useTranslations('transparency.prices')
  const shell = useTranslations('shell.label')
  const dateTime = useDateTime()
  const decimals = (useMarket(symbol)?.price_decimals ?? -1) + 1
  const last = samples.at(-1)
  if (last === undefined) return <p className="text-14 text-quiet">{t('none')}</p>
  const shown = isNow ? samples.slice(-shownMax).toReversed() : samples
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-2 rounded-card bg-surface p-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-28 font-semibold">
            <Amount value={last.index} unit="USDT" decimalsMin={decimals} />
          </span>
          <span className="flex items-center gap-2 text-12 text-quiet">
            {last.simulated && <Badge tone="info">{shell('simulated')}</Badge>}
            <span className="figures">{dateTime(last.time)}</span>
          </span>
        </div>
        <Sparkline values={samples.map(({ index }) => index)} width={640} height={80} className="h-20 w-full" />
      </div>
      <FigureTable
        label={t('seconds')}
        rows={shown}
        rowKey={({ time }) => String(time)}
        columns={[
          { head: t('time'), start: true, cell: ({ time }) => dateTime(time, 'time') },
          { head: t('index'), cell: ({ index }) => <Amount value={index} decimalsMin={decimals} /> },
          { head: t('heard'), cell: ({ sources }) => sources },
        ]}
      />
    </div>
  )
}
