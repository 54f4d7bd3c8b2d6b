import type { LocaleId } from '@truemark/protocol/locale'
import type { Translate } from '../texts/translator.ts'

/** The kinds of messages that people get; the texts stand in the locales' `mail.json`. */
export const mailTemplates = ['code', 'opened', 'passwordChanged', 'newLogin', 'withdrawal'] as const
export type MailTemplate = (typeof mailTemplates)[number]

export type MailParams = Readonly<Record<string, string>>

export interface RenderedMail {
  readonly subject: string
  readonly text: string
}

const lines = ['text', 'purpose', 'demo', 'notYou', 'freeze'] as const

/** What a message says: in which language, with which values. */
export interface Wording {
  readonly template: MailTemplate
  readonly locale: LocaleId
  readonly params: MailParams
}

/** The mail of a template as plain text, with the lines that the template has. */
export function renderMail(translate: Translate, { template, locale, params }: Wording): RenderedMail {
  const say = (key: string): string | null => translate(locale, `mail.${key}`, params)
  // by this its reader knows that the mail is ours
  const word = (params['word'] ?? '') === '' ? null : say('word')
  const parts = [
    say('greeting'),
    word,
    ...lines.map((line) => say(`${template}.${line}`)),
    say('signature'),
    say('footer'),
  ]
  const text = parts.filter((part) => part !== null && part !== '').join('\n\n')
  return { subject: oneLine(say(`${template}.subject`) ?? ''), text: `${text}\n` }
}

/** The text message of a template. */
export function renderSms(translate: Translate, { template, locale, params }: Wording): string {
  return oneLine(translate(locale, `mail.${template}.sms`, params) ?? '')
}

/** A line break in a value must not begin another header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\t]+/g, ' ').trim()
}
