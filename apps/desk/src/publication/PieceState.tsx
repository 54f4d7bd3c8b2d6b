import { localeOf } from '@truemark/protocol/locale'
import type { Piece, PieceLanguage } from '@truemark/protocol/routes/deskContent'
import { Badge, type BadgeTone } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { stateOf, type LanguageState } from './pieceStates.ts'

const tones: Readonly<Record<LanguageState, BadgeTone>> = {
  draft: 'plain',
  scheduled: 'info',
  shown: 'up',
  newer: 'primary',
  withdrawn: 'warning',
}

/** How a piece stands, by the language that stands furthest. */
export function PieceState({ piece }: { piece: Piece }) {
  const t = useTranslations('desk.contents.states')
  const states = piece.languages.map(stateOf)
  const state = (['scheduled', 'shown', 'newer', 'withdrawn'] as const).find((one) => states.includes(one)) ?? 'draft'
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}

/** How one language stands. */
export function LanguageStateBadge({ language }: { language: PieceLanguage | undefined }) {
  const t = useTranslations('desk.contents.states')
  if (language === undefined) return <Badge>{t('unwritten')}</Badge>
  const state = stateOf(language)
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}

/** The languages that it is written in; what is not shown yet stands back. */
export function LanguageMarks({ languages }: { languages: readonly PieceLanguage[] }) {
  const t = useTranslations('desk.contents.states')
  if (languages.length === 0) return <span className="text-quiet">–</span>
  return (
    <span className="inline-flex flex-wrap gap-1 max-wide:justify-end">
      {languages.map((language) => {
        const state = stateOf(language)
        return (
          <Badge key={language.lang} tone={tones[state]}>
            <span lang={localeOf(language.lang).tag}>{localeOf(language.lang).tag}</span>
            <span className="sr-only">{t(state)}</span>
          </Badge>
        )
      })}
    </span>
  )
}
