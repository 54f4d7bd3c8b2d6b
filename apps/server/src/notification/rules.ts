import type { Event } from '@truemark/core/vocabulary'
import type { Note, Rule } from './note.ts'
import { marginNotes } from './rules/margin.ts'
import { optionNotes } from './rules/options.ts'
import { orderNotes } from './rules/orders.ts'
import { walletNotes } from './rules/wallet.ts'
import { servedProducts } from '../wealth/door.ts'

interface Rules {
  /** The events that the rule is asked about. */
  readonly wants: readonly Event['type'][]
  readonly rule: Rule<Event>
}

/** The one table of what events tell whom. */
const table: readonly Rules[] = [
  {
    wants: ['spotTraded', 'spotOrderClosed', 'derivativeTraded', 'derivativeOrderClosed', 'positionTriggered'],
    rule: orderNotes,
  },
  { wants: ['liquidationStarted'], rule: marginNotes },
  { wants: ['optionSettled', 'optionVoided'], rule: optionNotes },
  {
    wants: ['depositClosed', 'withdrawalSubmitted', 'withdrawalClosed', 'manuallyEntered', 'withdrawalsHeld'],
    rule: walletNotes,
  },
  ...servedProducts.map(({ noted, notes }): Rules => ({ wants: noted, rule: notes })),
]

const byType = new Map<string, Rule<Event>>(table.flatMap(({ wants, rule }) => wants.map((type) => [type, rule])))

/** Every event type that tells somebody something. */
export const notedTypes: readonly Event['type'][] = table.flatMap(({ wants }) => wants)

/** What an event tells its holders. */
export function notesOf(event: Event): readonly Note[] {
  return byType.get(event.type)?.(event) ?? []
}
