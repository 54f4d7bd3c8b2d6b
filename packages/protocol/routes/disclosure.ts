import { wealthProducts } from '@truemark/core/capability/products'
import * as z from 'zod/mini'
import { localeId, millis } from '../values.ts'
import { defineRoute } from './route.ts'

/** The products whose risks a person is told of before the first order on the real account. */
export const disclosureProduct = z.enum(['contract', 'perpetual', 'option', ...wealthProducts])
export type DisclosureProduct = z.infer<typeof disclosureProduct>

/** SHA-256 over the lines as they are shown, each ended by a line feed. */
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const version = z.int().check(z.minimum(1))
const lines = z.array(z.string().check(z.maxLength(1_000))).check(z.minLength(1), z.maxLength(20))

/** What was understood: the version, in which language, when, and the lines that were shown. */
export const acceptedDisclosure = z.object({ version, lang: localeId, time: millis, digest, lines })

/** A product's risks: its title first, the words of the button last. */
export const disclosure = z.object({
  product: disclosureProduct,
  version,
  lang: localeId,
  digest,
  lines,
  /** Whether the first order waits for it; never on a demo account, which bears no risk. */
  due: z.boolean(),
  /** What the person understood before, the newest version first. */
  accepted: z.array(acceptedDisclosure),
})
export type Disclosure = z.infer<typeof disclosure>

export const disclosures = defineRoute({
  method: 'GET',
  path: '/user/disclosures',
  access: 'user',
  answer: z.array(disclosure),
  summary: 'The risks of each product in the caller’s language, whether they are due, and what of them was understood.',
})

export const disclosureAccept = defineRoute({
  method: 'PUT',
  path: '/user/disclosures/{product}',
  access: 'demo_no_security',
  params: z.object({ product: disclosureProduct }),
  body: z.object({ version, digest }),
  answer: disclosure,
  errors: ['field_malformed', 'request_malformed', 'disclosure_changed'],
  summary: 'Keeps that the caller understood the risks of a product as they were shown; again it changes nothing.',
})

export const disclosureRoutes = { disclosures, disclosureAccept }
