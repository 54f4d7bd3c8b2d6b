import { Link, useNavigate } from '@tanstack/react-router'
import { deskPieceMake, deskPieces, type Piece } from '@truemark/protocol/routes/deskContent'
import { Button } from '@truemark/ui/primitives/Button'
import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { usePages, useWhole } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { FailureNote, useDeed } from '../deed/door.ts'
import { type Column, figureColumn, Heading, ListView, wholeRow } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { LanguageMarks, PieceState } from './PieceState.tsx'

const single = ['about_us', 'faq', 'user_agreement'] as const

/** What the operator writes: the texts that there is one of each, and the announcements. */
export function ContentsScreen() {
  const t = useTranslations('desk.contents')
  const texts = useWhole(['contents', 'texts'], readTexts, { csv: null })
  const news = usePages(['contents', 'news'], (page) => call(deskPieces, { query: { ...page, kind: 'news' } }), {
    csv: { list: deskPieces, query: { kind: 'news' } },
  })
  return (
    <>
      <Heading title={t('title')} text={t('explained')} />
      <section aria-label={t('texts')} className="flex flex-col gap-3 pb-8">
        <h2 className="text-20 font-semibold">{t('texts')}</h2>
        <ListView
          label={t('texts')}
          list={texts}
          columns={useColumns()}
          rowKey={({ id }) => id}
          empty={{ drawing: 'path', title: t('empty') }}
        />
      </section>
      <section aria-label={t('news')} className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-20 font-semibold">{t('news')}</h2>
          <BeginNews />
        </div>
        <ListView
          label={t('news')}
          list={news}
          columns={useColumns()}
          rowKey={({ id }) => id}
          empty={{ drawing: 'mail', title: t('newsEmpty') }}
        />
      </section>
    </>
  )
}

async function readTexts(): Promise<readonly Piece[]> {
  const pages = await Promise.all(single.map((kind) => call(deskPieces, { query: { kind } })))
  return pages.flatMap(({ items }) => items)
}

function BeginNews() {
  const t = useTranslations('desk.contents')
  const mayWrite = useMay('desk_content_write')
  const navigate = useNavigate()
  const deed = useDeed({
    send: async () => {
      const { id } = await call(deskPieceMake, { body: { kind: 'news' } })
      await navigate({ to: '/contents/$id', params: { id } })
    },
    touches: ['contents'],
    done: () => t('begun'),
  })
  if (!mayWrite) return null
  return (
    <div className="flex flex-col items-end gap-2">
      <Button busy={deed.busy} onClick={() => !deed.busy && void deed.run(undefined)}>
        <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
        {t('begin')}
      </Button>
      <FailureNote text={deed.failure} />
    </div>
  )
}

function useColumns(): readonly Column<Piece>[] {
  const t = useTranslations('desk.contents')
  const dateTime = useDateTime()
  return [
    {
      key: 'title',
      head: t('name'),
      cell: (piece) => (
        <Link to="/contents/$id" params={{ id: piece.id }} className={wholeRow}>
          {piece.kind === 'news' ? piece.title || t('untitled') : t(piece.kind)}
        </Link>
      ),
    },
    { key: 'state', head: t('state'), cell: (piece) => <PieceState piece={piece} /> },
    { key: 'languages', head: t('languages'), cell: (piece) => <LanguageMarks languages={piece.languages} /> },
    figureColumn('shown', t('since'), ({ shown }) => (shown === null ? '–' : dateTime(shown))),
  ]
}
