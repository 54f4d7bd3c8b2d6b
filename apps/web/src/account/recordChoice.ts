import { categoryGroups } from '@truemark/protocol/categories'
import type { AccountKind } from '@truemark/protocol/routes/account'
import { dayStart } from '@truemark/ui/figures/dayStart'
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

/** Whether the days can be meant: each can be read, and the first is not after the last. */
export function areDaysValid({ fromDay, toDay }: RecordChoice): boolean {
  const days = [fromDay, toDay].filter((day) => day !== '').map((day) => dayStart(day, 'UTC'))
  const [first, last] = days
  return !days.some(Number.isNaN) && (first === undefined || last === undefined || first <= last)
}

/** The query of a choice: days become the moments of their midnights in a time zone, the last day included. */
export function filterOf(choice: RecordChoice, timezone: string): RecordFilter {
  const from = dayStart(choice.fromDay, timezone)
  const to = dayStart(choice.toDay, timezone, 1)
  return {
    ...(choice.type === 'all' ? {} : { type: choice.type }),
    ...(choice.category === 'all' ? {} : { category: choice.category }),
    ...(from >= 0 ? { from: String(from) } : {}),
    ...(to >= 0 ? { to: String(to) } : {}),
  }
}
