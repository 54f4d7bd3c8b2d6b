import { type LocaleId, parseLocaleId } from '@truemark/protocol/locale'
import type { Post } from '../platform/mail/post.ts'
import type { MailParams, MailTemplate } from '../platform/mail/render.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import type { Translate } from '../platform/texts/translator.ts'
import { accountOf } from './alerts.ts'
import { readSecurity } from './alerts.store.ts'
import { personById } from './store.ts'

/** What a letter says beside the app's name, the account and the person's word. */
export interface Written {
  readonly template: MailTemplate
  readonly params: MailParams
}

/** The words of a text of the server in the language of a letter; empty where there is none. */
export type Say = (key: string) => string

/** Writes to people what was decided about them; each letter in its reader's language, with their word. */
export interface Letters {
  /**
   * Keeps a letter; with a transaction's client it goes if and only if that commits. Who has no email gets none.
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
      if (person === null || person.email === '') return
      const locale = parseLocaleId(person.lang)
      const { template, params } = compose(sayIn(locale))
      const { word } = await readSecurity(client, userId)
      const whole = { app: appName(), account: accountOf(person), word, ...params }
      await post.sendMail({ to: person.email, template, locale, params: whole }, client)
    },
  }
}
