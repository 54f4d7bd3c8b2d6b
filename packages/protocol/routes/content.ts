import * as z from 'zod/mini'
import { currency, decimal, id, line, link, localeId, millis, page, pageOf } from '../values.ts'
import { readOnlyPeriod } from './readOnly.ts'
import { defineRoute } from './route.ts'

/** The thirteen fields that the operator's desk edits, as the specification names them. */
export const appFields = z.object({
  app_name: line(1, 60),
  app_full_name: line(0, 120),
  app_logo: link,
  app_favicon: link,
  app_version: line(0, 40),
  official_name: line(0, 120),
  official_logo: link,
  official_link: link,
  official_site_customer_service_link: link,
  im_link: link,
  default_withdrawal_fee_rate: decimal,
  timezone: line(1, 60),
  is_hour12_open: z.enum(['0', '1']),
})
export type AppFields = z.infer<typeof appFields>

/** What the app starts from. `ws` opens sockets until `expire_at`; it is null for a guest. */
export const appDataAnswer = z.object({
  app: appFields,
  ws: z.nullable(z.object({ token: z.string(), expire_at: millis })),
  /** Whether real accounts can trade, or this installation is demo only. */
  demo_only: z.boolean(),
  simulated: z.boolean(),
  /** Whether one operator may approve alone what elsewhere takes two. */
  single_operator: z.boolean(),
  /** Whether an administrator can read the codes that are sent: without a mail server, before any real money. */
  codes_at_desk: z.boolean(),
  /** The period in which nothing can be changed here, where there is one or one is to come. */
  read_only: z.nullable(readOnlyPeriod),
  time: millis,
})
export type AppDataAnswer = z.infer<typeof appDataAnswer>

/** /config.json, which stands beside the app and outside the API. */
export const clientConfig = z.object({ webUrl: z.string(), webSoketUrl: z.string() })
export type ClientConfig = z.infer<typeof clientConfig>

/** A text of the operator's. `lang` is the language that it is in: English where the caller's own has none. */
export const article = z.object({
  title: z.string(),
  /** Markdown; empty where the operator has not written it. */
  content: z.string(),
  /** Since when it is shown. */
  updated: millis,
  lang: localeId,
  /** Counts the texts that were shown in this language; 0 where there is none. */
  version: z.int(),
})
export type Article = z.infer<typeof article>

export const question = z.object({ question: z.string(), answer: z.string(), lang: localeId })

export const newsItem = z.object({
  id,
  title: z.string(),
  summary: z.string(),
  time: millis,
  lang: localeId,
  /** Whether the caller has not opened it; false for a guest, and for what was there before the caller was. */
  unread: z.boolean(),
})
export type NewsItem = z.infer<typeof newsItem>

/** A registration of the operator's with a public register; one that has expired is not told any more. */
export const certificate = z.object({
  id,
  /** Whom it registers, by the legal name. */
  name: z.string(),
  number: z.string(),
  /** Its image's address, or empty. */
  image: z.string(),
  /** The public register in which the reader can check it. */
  register_link: z.string(),
  /** Who keeps the register. */
  regulator: z.string(),
  expires: millis,
})
export type Certificate = z.infer<typeof certificate>

/** The name of an image in a text. */
export const imageName = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** Which agreement a person has agreed to; `version` 0 is the software's own text, where no other was published. */
export const agreement = z.object({
  /** Null where nothing was kept: a guest of the demo, or an account that was made before this was. */
  agreed: z.nullable(z.object({ version: z.int(), lang: localeId, time: millis })),
  /** The one in force, in the caller's language. */
  current: z.object({ version: z.int(), lang: localeId, since: millis }),
})
export type Agreement = z.infer<typeof agreement>

const open = { method: 'GET', access: 'guest' } as const

export const appData = defineRoute({
  ...open,
  path: '/data',
  answer: appDataAnswer,
  summary: "The app's names, links and settings, and a token for the socket.",
})

export const aboutUs = defineRoute({
  ...open,
  path: '/about_us',
  answer: article,
  summary: 'The text about the operator.',
})

export const faq = defineRoute({
  ...open,
  path: '/faq',
  answer: z.array(question),
  summary: 'Questions and answers.',
})

export const userAgreement = defineRoute({
  ...open,
  path: '/user_agreement',
  answer: article,
  summary: 'The user agreement.',
})

export const certificates = defineRoute({
  ...open,
  path: '/app/msb_certificate_list',
  query: z.object({ ...page }),
  answer: pageOf(certificate),
  errors: ['field_malformed'],
  summary: 'Registrations of the operator, each with the link of its register; empty until there is one.',
})

export const newsList = defineRoute({
  ...open,
  path: '/news',
  query: z.object({ ...page }),
  answer: pageOf(newsItem),
  errors: ['field_malformed'],
  summary: 'Announcements, newest first.',
})

export const newsUnread = defineRoute({
  ...open,
  path: '/news/unread',
  access: 'user',
  answer: z.object({ count: z.int().check(z.maximum(100)) }),
  summary: 'How many announcements the caller has not opened, at most 100.',
})

export const newsRead = defineRoute({
  ...open,
  method: 'POST',
  path: '/news/read',
  access: 'user',
  body: z.object({ ids: z.union([z.literal('all'), z.array(id).check(z.minLength(1), z.maxLength(100))]) }),
  answer: z.null(),
  errors: ['field_malformed', 'content_unknown'],
  summary: 'Marks announcements as read: some, or all that there are.',
})

export const contentImage = defineRoute({
  ...open,
  path: '/content/images/{name}',
  params: z.object({ name: imageName }),
  answer: z.null(),
  media: 'image/jpeg',
  errors: ['file_unknown'],
  summary: 'An image of a text that is shown.',
})

export const agreementMine = defineRoute({
  ...open,
  path: '/user/agreement',
  access: 'user',
  answer: agreement,
  summary: 'Which user agreement the caller has agreed to, and which one is in force.',
})

export const newsOne = defineRoute({
  ...open,
  path: '/news/{id}',
  params: z.object({ id }),
  answer: z.extend(newsItem, { content: z.string(), updated: millis }),
  errors: ['content_unknown'],
  summary: 'One announcement.',
})

export const logError = defineRoute({
  method: 'POST',
  path: '/log_error',
  access: 'guest',
  body: z.object({
    client_version: z.string().check(z.maxLength(40)),
    error_message: z.string().check(z.maxLength(2_000)),
    error_url: z.string().check(z.maxLength(2_000)),
    additional_info: z.optional(
      z.union([z.string().check(z.maxLength(4_000)), z.record(z.string().check(z.maxLength(100)), z.unknown())]),
    ),
    /** The frames of a crash, which the desk then counts; without them it is a call that was refused. */
    stack: z.optional(z.string().check(z.maxLength(4_000))),
  }),
  answer: z.null(),
  errors: ['field_malformed'],
  summary: 'Reports an error that a client met.',
})

export const addressToken = defineRoute({
  method: 'POST',
  path: '/address_token',
  access: 'demo_no_deposit',
  body: z.object({ currency, network: line(1, 20) }),
  answer: z.object({
    currency,
    network: z.string(),
    address: z.string(),
    /** Whether the address is this user's alone; a shared one tells nobody whose a payment is. */
    own: z.boolean(),
    /** The memo or tag that tells whose a payment to the shared address is, and without which nobody is credited; empty for none. */
    memo: z.string(),
    qr: z.string(),
    amount_min: decimal,
    /** After how many confirmations a payment is credited without a voucher; null where nobody sees payments there. */
    confirmations: z.nullable(z.int()),
  }),
  errors: ['field_malformed', 'currency_unknown', 'deposit_address_missing', 'real_money_closed'],
  summary: "The user's deposit address of a currency on a network, with the text of its QR code.",
})

export const contentRoutes = {
  appData,
  aboutUs,
  faq,
  userAgreement,
  certificates,
  newsList,
  newsUnread,
  newsRead,
  newsOne,
  contentImage,
  agreementMine,
  logError,
  addressToken,
}
