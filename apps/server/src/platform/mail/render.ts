import type { LocaleId } from '@truemark/protocol/locale'
import { localParams } from '@truemark/protocol/notifications'
import type { Translate } from '../texts/translator.ts'

/** The kinds of messages that people get; the texts stand in the locales' `mail.json`. */
export const mailTemplates = [
  'code',
  'opened',
  'passwordChanged',
  'newLogin',
  'withdrawal',
  'notification',
  'depositCompleted',
  'depositRejected',
  'withdrawalPaid',
  'withdrawalRejected',
  'verificationApproved',
  'verificationRejected',
  'verificationRevoked',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeyDoubted',
  'securityChanged',
  'factorReset',
  'chatTranscript',
  'ticketAnswered',
  'escalated',
  'realMoney',
  'mailTest',
  'head',
] as const
export type MailTemplate = (typeof mailTemplates)[number]

export type MailParams = Readonly<Record<string, string>>

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  /** Where its reader ends mails of its kind; null where they do not come by themselves. */
  readonly leave: string | null
}

const lines = ['text', 'lines', 'purpose', 'demo', 'notYou', 'freeze', 'leave'] as const

/** What a message says: in which language, with which values. */
export interface Wording {
  readonly template: MailTemplate
  readonly locale: LocaleId
  readonly params: MailParams
}

/** A notification's own words: of its kind, in the reader's language. */
function notificationTexts(translate: Translate, locale: LocaleId, params: MailParams) {
  const whole = localParams(params, locale)
  const say = (part: string): string => translate(locale, `notification.kind.${params['kind']}.${part}`, whole) ?? ''
  const link = params['link'] ?? ''
  return { title: say('title'), text: link === '' ? say('text') : `${say('text')}\n\n${link}` }
}

/** The mail of a template as plain text, with the lines that the template has. */
export function renderMail(translate: Translate, { template, locale, params }: Wording): RenderedMail {
  const own = template === 'notification' ? notificationTexts(translate, locale, params) : {}
  const say = (key: string): string | null => translate(locale, `mail.${key}`, { ...params, ...own })
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
  const leave = params['leave'] ?? null
  return { subject: oneLine(say(`${template}.subject`) ?? ''), text: `${text}\n`, leave }
}

/** The text message of a template: its own, else the subject of its mail and, if there is one, the link that freezes. */
export function renderSms(translate: Translate, { template, locale, params }: Wording): string {
  const say = (key: string): string | null => translate(locale, `mail.${key}`, params)
  const freeze = (params['link'] ?? '') === '' ? null : say('freezeSms')
  return oneLine(
    say(`${template}.sms`) ?? [say(`${template}.subject`), freeze].filter((part) => part !== null).join('. '),
  )
}

/** A line break in a value must not begin another header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\t]+/g, ' ').trim()
}
