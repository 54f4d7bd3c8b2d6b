import * as z from 'zod/mini'
import type { deskUsers } from '@truemark/protocol/routes/desk'
import type { QueryOf } from '@truemark/protocol/routes/route'
import { realm } from '@truemark/protocol/values'

const choice = z.object({
  search: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
  realm: z.catch(z.optional(realm), undefined),
  disabled: z.catch(z.optional(z.enum(['true', 'false'])), undefined),
})

/** Which users are wanted, as the page's address says. */
export type PeopleChoice = z.infer<typeof choice>

/** Reads a choice out of the page's address; what is malformed chooses nothing. */
export function readPeopleChoice(search: Record<string, unknown>): PeopleChoice {
  return withoutNothing(choice.parse(search))
}

/** The query of a choice. */
export function peopleQuery({ search, ...rest }: PeopleChoice): QueryOf<typeof deskUsers> {
  const wanted = search?.trim() ?? ''
  return { ...rest, ...(wanted === '' ? {} : { search: wanted }) }
}

function withoutNothing(read: PeopleChoice): PeopleChoice {
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined && value !== ''))
}
