import type { PieceLanguage } from '@truemark/protocol/routes/deskContent'

/** `newer`: what is shown is not the newest version. */
export type LanguageState = 'draft' | 'scheduled' | 'shown' | 'newer' | 'withdrawn'

/** How a text stands in a language. */
export function stateOf({ version, shown, scheduled, withdrawn }: PieceLanguage): LanguageState {
  if (scheduled !== null) return 'scheduled'
  if (shown !== null) return shown === version ? 'shown' : 'newer'
  return withdrawn ? 'withdrawn' : 'draft'
}

/** Which newest versions are not shown, nor will be. */
export function unpublished(languages: readonly PieceLanguage[]): readonly PieceLanguage[] {
  return languages.filter((language) => {
    const state = stateOf(language)
    return state === 'draft' || state === 'newer' || state === 'withdrawn'
  })
}

/**
 * A moment as the browser's own field for one writes it, in its own time zone, as UTC milliseconds; null where it is
 * none or not ahead of `now`.
 */
export function momentOf(text: string, now: number): number | null {
  const time = new Date(text).getTime()
  return Number.isNaN(time) || time <= now ? null : time
}
