import * as z from 'zod/mini'
import { currency, decimal, id, line, link, millis, page, pageOf } from '../values.ts'
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
  time: millis,
})
export type AppDataAnswer = z.infer<typeof appDataAnswer>

/** /config.json, which stands beside the app and outside the API. */
export const clientConfig = z.object({ webUrl: z.string(), webSoketUrl: z.string() })
export type ClientConfig = z.infer<typeof clientConfig>

export const article = z.object({ title: z.string(), content: z.string(), updated: millis })
export const question = z.object({ question: z.string(), answer: z.string() })
export const newsItem = z.object({ id, title: z.string(), summary: z.string(), time: millis })
export const certificate = z.object({
  id,
  name: z.string(),
  number: z.string(),
  image: z.string(),
  /** The public register in which the reader can check it. */
  register_link: z.string(),
})

const open = { method: 'GET', access: 'guest', errors: [], idempotent: false } as const

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
  answer: z.array(certificate),
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

export const newsOne = defineRoute({
  ...open,
  path: '/news/{id}',
  params: z.object({ id }),
  answer: z.extend(newsItem, { content: z.string() }),
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
    additional_info: z.optional(z.string().check(z.maxLength(4_000))),
  }),
  answer: z.null(),
  errors: ['field_malformed'],
  idempotent: false,
  summary: 'Reports an error that a client met.',
})

export const addressToken = defineRoute({
  method: 'POST',
  path: '/address_token',
  access: 'demo_no_deposit',
  body: z.object({ currency, network: line(1, 20) }),
  answer: z.object({ currency, network: z.string(), address: z.string(), qr: z.string(), amount_min: decimal }),
  errors: ['field_malformed', 'currency_unknown', 'deposit_address_missing'],
  idempotent: false,
  summary: "The user's deposit address of a currency on a network, with the text of its QR code.",
})

export const contentRoutes = {
  appData,
  aboutUs,
  faq,
  userAgreement,
  certificates,
  newsList,
  newsOne,
  logError,
  addressToken,
}
