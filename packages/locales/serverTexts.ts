import type errors from './en/errors.json'
import type mail from './en/mail.json'
import type notification from './en/notification.json'
import type showroom from './en/showroom.json'
import type successes from './en/successes.json'
import type verification from './en/verification.json'
import type wallet from './en/wallet.json'

/** The texts that the server speaks: refusals, successes, what it sends and what it writes for the desk. */
export interface ServerTexts {
  readonly errors: typeof errors
  readonly successes: typeof successes
  readonly mail: typeof mail
  readonly notification: typeof notification
  readonly showroom: typeof showroom
  readonly verification: typeof verification
  readonly wallet: typeof wallet
}

const parts = {
  en: () =>
    Promise.all([
      import('./en/errors.json'),
      import('./en/successes.json'),
      import('./en/mail.json'),
      import('./en/notification.json'),
      import('./en/showroom.json'),
      import('./en/verification.json'),
      import('./en/wallet.json'),
    ]),
  'zh-Hant': () =>
    Promise.all([
      import('./zh-Hant/errors.json'),
      import('./zh-Hant/successes.json'),
      import('./zh-Hant/mail.json'),
      import('./zh-Hant/notification.json'),
      import('./zh-Hant/showroom.json'),
      import('./zh-Hant/verification.json'),
      import('./zh-Hant/wallet.json'),
    ]),
  ja: () =>
    Promise.all([
      import('./ja/errors.json'),
      import('./ja/successes.json'),
      import('./ja/mail.json'),
      import('./ja/notification.json'),
      import('./ja/showroom.json'),
      import('./ja/verification.json'),
      import('./ja/wallet.json'),
    ]),
  vi: () =>
    Promise.all([
      import('./vi/errors.json'),
      import('./vi/successes.json'),
      import('./vi/mail.json'),
      import('./vi/notification.json'),
      import('./vi/showroom.json'),
      import('./vi/verification.json'),
      import('./vi/wallet.json'),
    ]),
  th: () =>
    Promise.all([
      import('./th/errors.json'),
      import('./th/successes.json'),
      import('./th/mail.json'),
      import('./th/notification.json'),
      import('./th/showroom.json'),
      import('./th/verification.json'),
      import('./th/wallet.json'),
    ]),
  ko: () =>
    Promise.all([
      import('./ko/errors.json'),
      import('./ko/successes.json'),
      import('./ko/mail.json'),
      import('./ko/notification.json'),
      import('./ko/showroom.json'),
      import('./ko/verification.json'),
      import('./ko/wallet.json'),
    ]),
  fr: () =>
    Promise.all([
      import('./fr/errors.json'),
      import('./fr/successes.json'),
      import('./fr/mail.json'),
      import('./fr/notification.json'),
      import('./fr/showroom.json'),
      import('./fr/verification.json'),
      import('./fr/wallet.json'),
    ]),
  es: () =>
    Promise.all([
      import('./es/errors.json'),
      import('./es/successes.json'),
      import('./es/mail.json'),
      import('./es/notification.json'),
      import('./es/showroom.json'),
      import('./es/verification.json'),
      import('./es/wallet.json'),
    ]),
} as const

export type LanguageTag = keyof typeof parts

/** Loads the server's texts in one language. Every language has every text: a test holds them to it. */
export async function serverTexts(tag: LanguageTag): Promise<ServerTexts> {
  const [errorsPart, successesPart, mailPart, notificationPart, showroomPart, verificationPart, walletPart] =
    await parts[tag]()
  return {
    errors: errorsPart.default,
    successes: successesPart.default,
    mail: mailPart.default,
    notification: notificationPart.default,
    showroom: showroomPart.default,
    verification: verificationPart.default,
    wallet: walletPart.default,
  }
}
