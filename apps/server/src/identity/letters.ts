import { type LocaleId, parseLocaleId } from '@truemark/protocol/locale'
import type { Post } from '../platform/mail/post.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import type { Translate } from '../platform/texts/translator.ts'
import { readSecurity } from './alerts.store.ts'
import { type Message, provenAddress, writeToProven } from './proven.ts'
import { personById } from './store.ts'

/** What a letter says beside the app's name, the account and the person's word. */
export type Written = Message

/** The words of a text of the server in the language of a letter; empty where there is none. */
export type Say = (key: string) => string

/** Writes to people what was decided about them; each letter in its reader's language, with their word. */
export interface Letters {
  /**
   * Keeps a letter to the person's proven address; with a transaction's client it goes if and only if that commits.
   * Who proved a phone gets its subject as a text message.
   * @param compose what it says, with the texts of the reader's language
   */
  write(client: Queryable, userId: number, compose: (say: Say) => Written): Promise<void>
}

export interface LetterPorts {
  readonly post: Post
  readonly translate: Translate
  readonly appName: () => string
}

/** Opens the letters. */
export function openLetters({ post, translate, appName }: LetterPorts): Letters {
  const sayIn =
    (locale: LocaleId): Say =>
    (key) =>
      translate(locale, key, {}) ?? ''
  return {
    write: async (client, userId, compose) => {
      const person = await personById(client, userId)
      if (person === null) return
      const { template, params } = compose(sayIn(parseLocaleId(person.lang)))
      const { word } = await readSecurity(client, userId)
      const whole = { app: appName(), account: provenAddress(person), word, ...params }
      await writeToProven(post, person, { template, params: whole }, client)
    },
  }
}
