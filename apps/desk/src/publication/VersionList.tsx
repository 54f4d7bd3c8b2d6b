import { localeOf, type LocaleId } from '@truemark/protocol/locale'
import { deskVersion, type Piece, type PieceVersion } from '@truemark/protocol/routes/deskContent'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { FailureNote } from '../deed/door.ts'
import { useDateTime, useErrorText } from '../i18n/door.ts'
import type { Draft } from './drafts.ts'

export interface VersionListProps {
  piece: Piece
  lang: LocaleId
  versions: readonly PieceVersion[]
  onRestore: (draft: Draft) => void
}

/** Every version that was written, the newest first: restoring one puts it into the editor, to be saved as a new one. */
export function VersionList({ piece, lang, versions, onRestore }: VersionListProps) {
  const t = useTranslations('desk.contents')
  const errorText = useErrorText()
  const mayWrite = useMay('desk_content_write')
  const [failure, setFailure] = useState<string | null>(null)
  const restore = async (number: number) => {
    setFailure(null)
    try {
      const text = await call(deskVersion, { params: { id: piece.id, lang, number: String(number) } })
      onRestore({ ...text, restoredFrom: number })
    } catch (error) {
      setFailure(errorText(error))
    }
  }
  if (versions.length === 0) return null
  return (
    <section aria-label={t('versions')} className="flex flex-col gap-2">
      <h2 className="text-14 text-secondary">{t('versions')}</h2>
      <ul className="flex flex-col rounded-control bg-background hairline">
        {versions.map((version, place) => (
          <VersionRow
            key={version.number}
            version={version}
            lang={lang}
            shown={piece.languages.find((one) => one.lang === lang)?.shown === version.number}
            onRestore={mayWrite && place > 0 ? () => void restore(version.number) : null}
          />
        ))}
      </ul>
      <FailureNote text={failure} />
    </section>
  )
}

interface VersionRowProps {
  version: PieceVersion
  lang: LocaleId
  shown: boolean
  onRestore: (() => void) | null
}

function VersionRow({ version, lang, shown, onRestore }: VersionRowProps) {
  const t = useTranslations('desk.contents')
  const dateTime = useDateTime()
  const { number, title, author, created, restored_from: restored } = version
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 hairline-b last:shadow-none">
      <span className="figures w-10 text-14 text-quiet">{number}</span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span lang={localeOf(lang).tag} className="text-14 break-words">
          {title}
        </span>
        <span className="figures text-12 text-quiet">
          {dateTime(created)}
          {author !== '' && ` · ${author}`}
          {restored !== null && ` · ${t('restoredFrom', { number: restored })}`}
        </span>
      </span>
      {shown && <Badge tone="up">{t('states.shown')}</Badge>}
      {!shown && version.shown.length > 0 && <Badge>{t('wasPublished')}</Badge>}
      {onRestore !== null && (
        <Button kind="quiet" compact aria-label={t('restoreNumber', { number })} onClick={onRestore}>
          {t('restore')}
        </Button>
      )}
    </li>
  )
}
