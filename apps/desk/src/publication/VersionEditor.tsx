import { useQuery } from '@tanstack/react-query'
import type { LocaleId } from '@truemark/protocol/locale'
import { deskVersions, type Piece } from '@truemark/protocol/routes/deskContent'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { LoadFailure } from '../table/door.ts'
import { emptyText, type Draft } from './drafts.ts'
import { VersionForm } from './VersionForm.tsx'
import { VersionList } from './VersionList.tsx'

export interface VersionEditorProps {
  piece: Piece
  lang: LocaleId
  draft: Draft | undefined
  onDraft: (draft: Draft | null) => void
}

/** The text of one language: what is written of it, and every version that was. */
export function VersionEditor({ piece, lang, draft, onDraft }: VersionEditorProps) {
  const t = useTranslations('desk')
  const query = useQuery({
    queryKey: ['contents', 'versions', piece.id, lang],
    queryFn: () => call(deskVersions, { params: { id: piece.id, lang } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  if (query.isPending) {
    return (
      <output aria-label={t('common.loading')} className="flex flex-col gap-4">
        <Skeleton className="h-12 w-full rounded-control" />
        <Skeleton className="h-80 w-full rounded-control" />
      </output>
    )
  }
  if (query.isError) return <LoadFailure query={query} />
  const { versions, newest } = query.data
  const saved: Draft = { ...(newest ?? emptyText), restoredFrom: null }
  return (
    <>
      <VersionForm
        piece={piece}
        lang={lang}
        seen={versions[0]?.number ?? 0}
        saved={saved}
        draft={draft}
        onDraft={onDraft}
      />
      <VersionList piece={piece} lang={lang} versions={versions} onRestore={onDraft} />
    </>
  )
}
