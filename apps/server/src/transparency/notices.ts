import type { TermKind } from '@truemark/protocol/terms'
import type { FigureChange } from './terms.store.ts'

/** The deeds of the audit log that change terms which no journal bears, with what they are of. */
export const noticeTerms = {
  feed_changed: 'feed',
  network_changed: 'network',
  content_published: 'document',
  rules_noted: 'rules',
  asset_stated: 'asset',
  announcing_began: 'ending',
  end_announced: 'ending',
  end_called_off: 'ending',
} as const satisfies Readonly<Record<string, TermKind>>

/** The published texts that are terms: news are none. */
export const publishedDocuments = ['user_agreement', 'about_us', 'faq'] as const

/** What an entry of the audit log says that it changed: "was → is", "was → " of what is no more, or what is from then on. */
export function noticeFigures(detail: Readonly<Record<string, string>>): FigureChange[] {
  return Object.entries(detail)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => {
      const [before = '', after] = text.split(' → ')
      return {
        name,
        unit: name === 'since' ? 'time' : '',
        before: after === undefined || before === '' ? null : before,
        after: after === '' ? null : (after ?? text),
      }
    })
    .filter(({ before, after }) => before !== after)
}
