import { categoryGroups } from '@truemark/protocol/categories'
import type { AccountKind } from '@truemark/protocol/routes/account'
import type { RecordFilter } from './useRecords.ts'

export type Category = NonNullable<RecordFilter['category']>

/** Every category, in the groups' order. */
export const categoriesInOrder: readonly Category[] = Object.values(categoryGroups).flat()

/** What the reader has chosen to see. Days are as the date field writes them (2026-03-01), '' for any. */
export interface RecordChoice {
  type: AccountKind | 'all'
  category: Category | 'all'
  fromDay: string
  toDay: string
}

export const noChoice: RecordChoice = { type: 'all', category: 'all', fromDay: '', toDay: '' }

const dayMs = 86_400_000

/** The query of a choice: days become moments at midnight of `timezoneOffsetMs` east of UTC, the last one included. */
export function filterOf(choice: RecordChoice, timezoneOffsetMs = 0): RecordFilter {
  const from = Date.parse(`${choice.fromDay}T00:00:00Z`) - timezoneOffsetMs
  const to = Date.parse(`${choice.toDay}T00:00:00Z`) - timezoneOffsetMs + dayMs
  return {
    ...(choice.type === 'all' ? {} : { type: choice.type }),
    ...(choice.category === 'all' ? {} : { category: choice.category }),
    ...(from >= 0 ? { from: String(from) } : {}),
    ...(to >= 0 ? { to: String(to) } : {}),
  }
}
