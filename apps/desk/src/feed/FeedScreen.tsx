import { useQuery } from '@tanstack/react-query'
import { deskFeedRead, type DeskFeed } from '@truemark/protocol/routes/deskFeed'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { Card } from '@truemark/ui/primitives/Card'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useWhole } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { type Column, Facts, figureColumn, Heading, ListView, Notice } from '../table/door.ts'
import { FeedSheet } from './FeedSheet.tsx'

const everyMs = 10_000
type SymbolFeed = DeskFeed['symbols'][number]

/** Where prices come from: the kind that runs, and the venues of each symbol's index. */
export function FeedScreen() {
  const t = useTranslations('desk')
  const mayWrite = useMay('desk_market_write')
  const [editing, setEditing] = useState(false)
  const { data: feed } = useQuery({ queryKey: ['feed', 'all'], queryFn: () => call(deskFeedRead, {}) })
  const list = useWhole(['feed', 'symbols'], async () => (await call(deskFeedRead, {})).symbols, {
    everyMs,
    csv: { list: deskFeedRead, of: 'symbols' },
  })
  return (
    <>
      <Heading
        title={t('feed.title')}
        text={t('feed.explained')}
        actions={mayWrite && feed ? <Button onClick={() => setEditing(true)}>{t('feed.edit')}</Button> : undefined}
      />
      {feed?.due === true && (
        <Notice title={t('feed.dueTitle')}>{t(feed.waits ? 'feed.waitsText' : 'feed.dueText')}</Notice>
      )}
      {feed && feed.fixed !== null && <Notice>{t('feed.fixedText', { kind: t(`feed.kinds.${feed.fixed}`) })}</Notice>}
      <div className="flex flex-col gap-4">
        {feed && <Kinds feed={feed} />}
        <ListView
          label={t('feed.title')}
          list={list}
          columns={useColumns()}
          rowKey={(row) => row.symbol}
          empty={{ drawing: 'market', title: t('symbols.empty') }}
        />
      </div>
      {editing && feed && <FeedSheet feed={feed} onClose={() => setEditing(false)} />}
    </>
  )
}

function Kinds({ feed }: { feed: DeskFeed }) {
  const t = useTranslations('desk.feed')
  return (
    <Card>
      <Facts
        facts={[
          { name: t('running'), value: t(`kinds.${feed.running}`) },
          { name: t('set'), value: t(`kinds.${feed.kind}`) },
        ]}
      />
    </Card>
  )
}

function useColumns(): readonly Column<SymbolFeed>[] {
  const t = useTranslations('desk')
  return [
    { key: 'symbol', head: t('common.symbol'), cell: (row) => row.symbol },
    {
      key: 'sources',
      head: t('feed.sources'),
      cell: (row) => (
        <span className="flex flex-wrap gap-1 max-wide:justify-end">
          {row.offered.map((source) => (
            <Badge key={source} tone={row.sources.includes(source) ? 'primary' : 'plain'}>
              <span className={row.sources.includes(source) ? 'capitalize' : 'capitalize line-through'}>{source}</span>
            </Badge>
          ))}
        </span>
      ),
    },
    figureColumn('heard', t('symbols.sources'), (row) => t('symbols.sourcesHeard', { count: row.heard })),
  ]
}
