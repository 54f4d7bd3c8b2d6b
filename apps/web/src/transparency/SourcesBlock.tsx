import { useQueries } from '@tanstack/react-query'
import { decidingSeconds, secondHolds } from '@truemark/protocol/evidence/optionChecks'
import type { IndexSecond, OptionEvidence } from '@truemark/protocol/routes/evidence'
import { indexSources } from '@truemark/protocol/routes/transparency'
import { Amount } from '@truemark/ui/primitives/Amount'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useDateTime } from '../i18n/door.ts'
import { useWritten } from './useWritten.ts'
import { Block, FactList, FigureTable, Findings, type TableColumn } from './Block.tsx'

type Said = IndexSecond['sources'][number]

/** What each source said in the seconds that decided an option, and the index reckoned anew from it in this browser. */
export function SourcesBlock({ option }: { option: OptionEvidence }) {
  const t = useTranslations('transparency.sources')
  const dateTime = useDateTime()
  const seconds = decidingSeconds(option)
  const { symbol } = option
  const queries = useQueries({
    queries: seconds.map(({ time }) => ({
      queryKey: ['transparency', 'sources', symbol, time],
      queryFn: () => call(indexSources, { params: { symbol }, query: { from: String(time), to: String(time + 1) } }),
      staleTime: Infinity,
    })),
  })
  if (seconds.length === 0) return null
  return (
    <Block title={t('title')} text={t('lead')}>
      {seconds.map((second, at) => {
        const query = queries[at]
        const found = query?.data?.find(({ time }) => time === second.time)
        if (query?.isPending) return <SkeletonRows key={second.time} rows={3} label={t('title')} />
        const holds = query?.isError ? null : secondHolds(second, found ? [found] : [], option)
        const key = holds === null ? 'unknown' : holds ? 'holds' : 'fails'
        return (
          <div key={second.time} className="flex flex-col gap-3">
            <h3 className="text-14 font-medium">{dateTime(second.time)}</h3>
            {found && <Sources second={found} />}
            <Findings findings={[{ key: 'index', holds, text: t(key) }]} />
          </div>
        )
      })}
    </Block>
  )
}

/** What each source said behind one index. */
export function Sources({ second }: { second: IndexSecond }) {
  const t = useTranslations('transparency.sources')
  const { figure } = useWritten()
  const columns: readonly TableColumn<Said>[] = [
    { head: t('source'), start: true, cell: ({ source }) => source },
    {
      head: t('price'),
      cell: ({ price, quote }) => <Amount value={price} unit={quote} decimalsMin={0} />,
    },
    { head: t('age'), cell: ({ time }) => figure(String(second.time - time)) },
  ]
  const { rate } = second
  return (
    <>
      <FigureTable label={t('title')} columns={columns} rows={second.sources} rowKey={({ source }) => source} />
      <FactList
        facts={[
          ...(rate === null
            ? []
            : [
                {
                  label: t('rate', { source: rate.source }),
                  value: <Amount value={rate.price} unit="USD" decimalsMin={0} />,
                },
              ]),
          { label: t('index'), value: <Amount value={second.index} unit="USDT" decimalsMin={0} /> },
        ]}
      />
    </>
  )
}
