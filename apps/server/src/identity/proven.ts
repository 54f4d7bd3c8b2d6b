import { parseLocaleId } from '@truemark/protocol/locale'
import type { Post } from '../platform/mail/post.ts'
import type { MailParams, MailTemplate } from '../platform/mail/render.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import type { Person } from './store.ts'

/** The one address that a code proved to be a person's: what their account is known by. Empty for a guest. */
export function provenAddress(person: Pick<Person, 'verified' | 'email' | 'phone'>): string {
  return person.verified === 'phone' ? person.phone : person.email
}

/** What a message says beside its reader's language. */
export interface Message {
  readonly template: MailTemplate
  readonly params: MailParams
}

/**
 * Writes to a person at their proven address, and never at the other, which may be a stranger's: a mail, or its short
 * form as a text message. With a transaction's client it goes if and only if that commits; a guest gets nothing.
 */
export async function writeToProven(
  post: Pick<Post, 'sendMail' | 'sendSms'>,
  person: Pick<Person, 'verified' | 'email' | 'phone' | 'lang'>,
  message: Message,
  client?: Queryable,
): Promise<void> {
  const to = provenAddress(person)
  if (person.verified === null || to === '') return
  const letter = { to, locale: parseLocaleId(person.lang), ...message }
  await (person.verified === 'phone' ? post.sendSms(letter, client) : post.sendMail(letter, client))
}
