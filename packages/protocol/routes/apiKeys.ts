import * as z from 'zod/mini'
import { keyScopes } from '../keyScopes.ts'
import { id, line, millis, pasted, realm } from '../values.ts'
import { defineRoute } from './route.ts'
import { stepUp, stepUpErrors } from './stepUp.ts'

/** The most keys one person may have at once. */
export const apiKeysMax = 20

/** The most addresses and networks one key may be bound to. */
export const apiKeyAddressesMax = 20

/** `ed25519`: its holder signs, we know the public half alone; `hmac`: both know one secret. */
export const apiKeyKind = z.enum(['ed25519', 'hmac'])
export type ApiKeyKind = z.infer<typeof apiKeyKind>

const scope = z.enum(keyScopes)

/** A key by which a program calls for a person. */
export const apiKey = z.object({
  /** What the program sends as `x-api-key`. */
  id,
  label: z.string(),
  kind: apiKeyKind,
  /** `trade` reads too. */
  scope,
  /** The account that it is of: the one with real money, or the demo. */
  realm,
  /** Addresses and networks from which alone it works; none: any. */
  addresses: z.array(z.string()),
  /** When it ends by itself; null for never. */
  expires: z.nullable(millis),
  created: millis,
  /** To the minute; null until it is used. */
  last_used: z.nullable(millis),
  /** From which network that was: an IPv4 address, or the first half of an IPv6 address; empty until it is used. */
  last_from: z.string(),
})
export type ApiKey = z.infer<typeof apiKey>

export const apiKeys = defineRoute({
  method: 'GET',
  path: '/user/api_keys',
  access: 'demo_no_security',
  answer: z.object({ items: z.array(apiKey), max: z.int() }),
  summary: 'The keys of the account that work, real and demo, newest first; `max` says how many there may be.',
})

export const apiKeyMake = defineRoute({
  method: 'POST',
  path: '/user/api_keys',
  access: 'demo_no_keys',
  body: z.object({
    ...stepUp,
    label: line(1, 40),
    kind: apiKeyKind,
    /** Of an Ed25519 key: its 32 bytes in base64, or as PEM. */
    public_key: z._default(pasted(0, 400), ''),
    scope,
    realm,
    addresses: z._default(z.array(pasted(1, 60)).check(z.maxLength(apiKeyAddressesMax)), []),
    expires: z._default(z.nullable(millis), null),
  }),
  answer: z.object({
    key: apiKey,
    /** Of an HMAC key: its 32 bytes in base64, this once and never again. */
    secret: z.nullable(z.string()),
  }),
  errors: [...stepUpErrors, 'field_malformed', 'api_public_key_invalid', 'api_address_invalid', 'api_keys_too_many'],
  summary:
    'Makes a key for programs, by the password and a code or a passkey; the owner is told by mail. It reads, or reads ' +
    'and trades; nothing else can be done by a key.',
})

export const apiKeyEnd = defineRoute({
  method: 'DELETE',
  path: '/user/api_keys/{id}',
  access: 'demo_no_security',
  params: z.object({ id }),
  answer: z.null(),
  errors: ['api_key_unknown'],
  summary: 'Ends a key at once; the owner is told by mail.',
})

export const apiKeyRoutes = { apiKeys, apiKeyMake, apiKeyEnd }
