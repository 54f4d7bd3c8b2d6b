import type disclosure from './en/disclosure.json'
import type errors from './en/errors.json'
import type guide from './en/guide.json'
import type mail from './en/mail.json'
import type notification from './en/notification.json'
import type showroom from './en/showroom.json'
import type successes from './en/successes.json'
import type verification from './en/verification.json'
import type wallet from './en/wallet.json'

/** The texts that the server speaks: refusals, successes, what it sends and what it writes for the desk. */
export interface ServerTexts {
  readonly disclosure: typeof disclosure
  readonly errors: typeof errors
  readonly successes: typeof successes
  readonly guide: typeof guide
  readonly mail: typeof mail
  readonly notification: typeof notification
  readonly showroom: typeof showroom
  readonly verification: typeof verification
  readonly wallet: typeof wallet
}

const parts = {
  en: () =>
    Promise.all([
      import('./en/disclosure.json', { with: { type: 'json' } }),
      import('./en/errors.json', { with: { type: 'json' } }),
      import('./en/successes.json', { with: { type: 'json' } }),
      import('./en/guide.json', { with: { type: 'json' } }),
      import('./en/mail.json', { with: { type: 'json' } }),
      import('./en/notification.json', { with: { type: 'json' } }),
      import('./en/showroom.json', { with: { type: 'json' } }),
      import('./en/verification.json', { with: { type: 'json' } }),
      import('./en/wallet.json', { with: { type: 'json' } }),
    ]),
  'zh-Hant': () =>
    Promise.all([
      import('./zh-Hant/disclosure.json', { with: { type: 'json' } }),
      import('./zh-Hant/errors.json', { with: { type: 'json' } }),
      import('./zh-Hant/successes.json', { with: { type: 'json' } }),
      import('./zh-Hant/guide.json', { with: { type: 'json' } }),
      import('./zh-Hant/mail.json', { with: { type: 'json' } }),
      import('./zh-Hant/notification.json', { with: { type: 'json' } }),
      import('./zh-Hant/showroom.json', { with: { type: 'json' } }),
      import('./zh-Hant/verification.json', { with: { type: 'json' } }),
      import('./zh-Hant/wallet.json', { with: { type: 'json' } }),
    ]),
  ja: () =>
    Promise.all([
      import('./ja/disclosure.json', { with: { type: 'json' } }),
      import('./ja/errors.json', { with: { type: 'json' } }),
      import('./ja/successes.json', { with: { type: 'json' } }),
      import('./ja/guide.json', { with: { type: 'json' } }),
      import('./ja/mail.json', { with: { type: 'json' } }),
      import('./ja/notification.json', { with: { type: 'json' } }),
      import('./ja/showroom.json', { with: { type: 'json' } }),
      import('./ja/verification.json', { with: { type: 'json' } }),
      import('./ja/wallet.json', { with: { type: 'json' } }),
    ]),
  vi: () =>
    Promise.all([
      import('./vi/disclosure.json', { with: { type: 'json' } }),
      import('./vi/errors.json', { with: { type: 'json' } }),
      import('./vi/successes.json', { with: { type: 'json' } }),
      import('./vi/guide.json', { with: { type: 'json' } }),
      import('./vi/mail.json', { with: { type: 'json' } }),
      import('./vi/notification.json', { with: { type: 'json' } }),
      import('./vi/showroom.json', { with: { type: 'json' } }),
      import('./vi/verification.json', { with: { type: 'json' } }),
      import('./vi/wallet.json', { with: { type: 'json' } }),
    ]),
  th: () =>
    Promise.all([
      import('./th/disclosure.json', { with: { type: 'json' } }),
      import('./th/errors.json', { with: { type: 'json' } }),
      import('./th/successes.json', { with: { type: 'json' } }),
      import('./th/guide.json', { with: { type: 'json' } }),
      import('./th/mail.json', { with: { type: 'json' } }),
      import('./th/notification.json', { with: { type: 'json' } }),
      import('./th/showroom.json', { with: { type: 'json' } }),
      import('./th/verification.json', { with: { type: 'json' } }),
      import('./th/wallet.json', { with: { type: 'json' } }),
    ]),
  ko: () =>
    Promise.all([
      import('./ko/disclosure.json', { with: { type: 'json' } }),
      import('./ko/errors.json', { with: { type: 'json' } }),
      import('./ko/successes.json', { with: { type: 'json' } }),
      import('./ko/guide.json', { with: { type: 'json' } }),
      import('./ko/mail.json', { with: { type: 'json' } }),
      import('./ko/notification.json', { with: { type: 'json' } }),
      import('./ko/showroom.json', { with: { type: 'json' } }),
      import('./ko/verification.json', { with: { type: 'json' } }),
      import('./ko/wallet.json', { with: { type: 'json' } }),
    ]),
  fr: () =>
    Promise.all([
      import('./fr/disclosure.json', { with: { type: 'json' } }),
      import('./fr/errors.json', { with: { type: 'json' } }),
      import('./fr/successes.json', { with: { type: 'json' } }),
      import('./fr/guide.json', { with: { type: 'json' } }),
      import('./fr/mail.json', { with: { type: 'json' } }),
      import('./fr/notification.json', { with: { type: 'json' } }),
      import('./fr/showroom.json', { with: { type: 'json' } }),
      import('./fr/verification.json', { with: { type: 'json' } }),
      import('./fr/wallet.json', { with: { type: 'json' } }),
    ]),
  es: () =>
    Promise.all([
      import('./es/disclosure.json', { with: { type: 'json' } }),
      import('./es/errors.json', { with: { type: 'json' } }),
      import('./es/successes.json', { with: { type: 'json' } }),
      import('./es/guide.json', { with: { type: 'json' } }),
      import('./es/mail.json', { with: { type: 'json' } }),
      import('./es/notification.json', { with: { type: 'json' } }),
      import('./es/showroom.json', { with: { type: 'json' } }),
      import('./es/verification.json', { with: { type: 'json' } }),
      import('./es/wallet.json', { with: { type: 'json' } }),
    ]),
} as const

export type LanguageTag = keyof typeof parts

/** Loads the server's texts in one language. Every language has every text: a test holds them to it. */
export async function serverTexts(tag: LanguageTag): Promise<ServerTexts> {
  const [
    disclosurePart,
    errorsPart,
    successesPart,
    guidePart,
    mailPart,
    notificationPart,
    showroomPart,
    verificationPart,
    walletPart,
  ] = await parts[tag]()
  return {
    disclosure: disclosurePart.default,
    errors: errorsPart.default,
    successes: successesPart.default,
    guide: guidePart.default,
    mail: mailPart.default,
    notification: notificationPart.default,
    showroom: showroomPart.default,
    verification: verificationPart.default,
    wallet: walletPart.default,
  }
}
