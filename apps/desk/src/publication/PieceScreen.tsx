import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { locales, type LocaleId } from '@truemark/protocol/locale'
import { deskPiece, type Piece } from '@truemark/protocol/routes/deskContent'
import { Card } from '@truemark/ui/primitives/Card'
import { Select } from '@truemark/ui/primitives/Select'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { Heading, LoadFailure, Notice, RowsSkeleton } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import type { Draft } from './drafts.ts'
import { LanguageStateBadge } from './PieceState.tsx'
import { PublishButtons } from './PublishButtons.tsx'
import { VersionEditor } from './VersionEditor.tsx'

/** One text: its languages, its editor beside what a reader will see, its versions, and publishing it. */
export function PieceScreen() {
  const t = useTranslations('desk.contents')
  const { id } = useParams({ from: '/desk/contents/$id' })
  const query = useQuery({ queryKey: ['contents', 'piece', id], queryFn: () => call(deskPiece, { params: { id } }) })
  const piece = query.data
  const title = piece === undefined ? t('title') : piece.kind === 'news' ? piece.title || t('untitled') : t(piece.kind)
  return (
    <>
      <Heading
        back={{ to: '/contents', label: t('title') }}
        title={title}
        actions={piece && <PublishButtons piece={piece} />}
      />
      {query.isPending && <RowsSkeleton rows={6} />}
      {query.isError && (
        <Card>
          <LoadFailure query={query} />
        </Card>
      )}
      {piece && <PieceEditor key={piece.id} piece={piece} />}
    </>
  )
}

function PieceEditor({ piece }: { piece: Piece }) {
  const t = useTranslations('desk')
  const dateTime = useDateTime()
  const [lang, setLang] = useState<LocaleId>('en')
  // What was typed in one language stays while another is looked at.
  const [drafts, setDrafts] = useState<Readonly<Partial<Record<LocaleId, Draft>>>>({})
  const language = piece.languages.find((one) => one.lang === lang)
  const scheduled = piece.languages.find((one) => one.scheduled !== null)?.scheduled
  return (
    <div className="flex flex-col gap-4">
      {piece.kind === 'user_agreement' && <Notice>{t('contents.agreementExplained')}</Notice>}
      {piece.kind === 'faq' && <Notice>{t('contents.faqExplained')}</Notice>}
      {scheduled && <Notice>{t('contents.scheduledAt', { time: dateTime(scheduled.at) })}</Notice>}
      <Card className="flex flex-col gap-5 p-5">
        <div className="flex flex-wrap items-end gap-4">
          <div className="w-full tablet:w-72">
            <Select
              label={t('common.language')}
              value={lang}
              options={locales.map((locale) => ({
                value: locale.id,
                label: drafts[locale.id] ? `${locale.name} •` : locale.name,
              }))}
              onValueChange={setLang}
            />
          </div>
          <span className="flex min-h-12 items-center gap-2">
            <LanguageStateBadge language={language} />
          </span>
        </div>
        <VersionEditor
          key={lang}
          piece={piece}
          lang={lang}
          draft={drafts[lang]}
          onDraft={(draft) =>
            setDrafts((now) => {
              const { [lang]: _, ...others } = now
              return draft === null ? others : { ...others, [lang]: draft }
            })
          }
        />
      </Card>
    </div>
  )
}
