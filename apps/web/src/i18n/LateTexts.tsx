import type { TextFiles } from '@truemark/locales/textsIn'
import { textsIn } from '@truemark/locales/textsIn'
import { formattingTag, localeOf } from '@truemark/protocol/locale'
import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { LateTexts, textsQuery } from '@truemark/ui/i18n/LateTexts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'
import type { Messages } from './messages.ts'

/**
 * Makes what gives the screens inside it the texts of `area`, which the first page does not bring; a `part` of a screen
 * shows nothing until they have come.
 */
export function lateTexts<Area extends keyof Messages>(
  area: Area,
  files: TextFiles<Messages[Area]>,
  of: 'screen' | 'part' = 'screen',
) {
  return function AreaTexts({ children }: { children: ReactNode }) {
    const t = useTranslations('shell')
    const locale = useSession((state) => state.locale)
    return (
      <LateTexts
        query={textsQuery([area, locale], () => textsIn<object>(localeOf(locale).tag, files))}
        dateTag={formattingTag(locale)}
        add={(first, late) => ({ ...first, [area]: late })}
        waiting={
          of === 'screen' && (
            <output aria-label={t('state.loading')} className="flex flex-col gap-4 p-4">
              <Skeleton className="h-8 w-48" />
              <Skeleton className="h-64 w-full rounded-card" />
            </output>
          )
        }
        failed={(retry) => (
          <ErrorState
            title={t('failure.loadTitle')}
            text={t('failure.loadText')}
            retryLabel={t('action.retry')}
            onRetry={retry}
          />
        )}
      >
        {children}
      </LateTexts>
    )
  }
}
