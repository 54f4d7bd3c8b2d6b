import { type Reason, codeOf, httpStatusOf, isReason } from '@truemark/protocol/errors'
import { successCode } from '@truemark/protocol/envelope'
import { disclosureNeedOf } from '@truemark/protocol/disclosureNeeds'
import { actors, mayCall } from '@truemark/protocol/policy'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import * as z from 'zod/mini'
import { type Request, programs } from './requests.ts'
import type { Response } from './send.ts'

const refusal = z.strictObject({
  code: z.int(),
  data: z.strictObject({ reason: z.string(), params: z.record(z.string(), z.string()) }),
  message: z.string().check(z.minLength(1)),
})
const success = z.strictObject({
  code: z.literal(successCode),
  data: z.unknown(),
  message: z.string(),
  receipt: z.optional(z.unknown()),
})

/**
 * What no answer says: how the program is made, where it lies, and what its parts say of themselves. Each is longer than
 * what a random token bears by chance in a million answers, or a word of its own.
 */
const inside =
  /FST_ERR|\bat .+\.(?:ts|js|mjs):\d+|node_modules|node:internal|\/apps\/|\/src\/|ZodError|\bZod\b|TypeError|SyntaxError|RangeError|ECONN|SELECT .+ FROM|INSERT INTO|violates|invalid input syntax|Unexpected token|Postgres/

/** What any call can be refused for before its route looks at it. */
const anywhere: readonly Reason[] = [
  'login_required',
  'request_malformed',
  'field_malformed',
  'information_incomplete',
  'media_type',
  'body_too_large',
  'rate_limited',
  'route_unknown',
  'method_wrong',
  'read_only',
]

/** What a program can be refused for besides. */
const ofKeys: readonly Reason[] = [
  'api_key_wrong',
  'api_app_only',
  'api_scope_missing',
  'api_idempotency_missing',
  'api_clock_off',
]

const known = new Map<RouteDefinition, ReadonlySet<string>>()

/** Every reason that a route can tell, by its own table and by the policy's. */
function reasonsOf(route: RouteDefinition): ReadonlySet<string> {
  const found = known.get(route)
  if (found !== undefined) return found
  const reasons = new Set<string>([
    ...anywhere,
    ...route.errors,
    ...actors.map((actor) => mayCall(route.access, actor)),
  ])
  if (route.files !== undefined) for (const reason of ['files_too_many', 'file_too_large']) reasons.add(reason)
  if (disclosureNeedOf(route) !== null) {
    reasons.add('disclosure_due')
  }
  known.set(route, reasons)
  return reasons
}

/** Whether a request was carried out: then it may have changed something. */
export function isDone(response: Response): boolean {
  return response.status === 200 && (!response.text.startsWith('{') || response.text.startsWith('{"code":200,'))
}

/** What is wrong with an answer; '' where it is as the protocol says. */
export function faultOf(request: Request, response: Response): string {
  const { status, text, failure } = response
  // behind a body of more than this the connection closes, before it is read and maybe before the refusal is heard
  if (/EPIPE|ECONNRESET/.test(failure) && Buffer.byteLength(request.body ?? '') > 1024 ** 2) return ''
  if (failure !== '') return `no answer: ${failure}`
  if (status >= 500) return `status ${status}`
  if (inside.test(text)) return 'the answer shows the inside of the program'
  if (request.method === 'HEAD') return text === '' ? '' : 'an answer to HEAD has a body'
  // what HTTP itself says of `Expect`, before any route is looked for
  if (status === 417 && text === '') return ''
  const isJson = response.type.startsWith('application/json')
  if (!isJson) return oddType(request, response)
  const value = parsed(text)
  if (value === undefined) return 'the answer is no JSON'
  if (success.safeParse(value).success) return status === 200 ? '' : `success under status ${status}`
  const refused = refusal.safeParse(value)
  if (!refused.success) return 'the answer is no envelope'
  return refusalFault(request, response, refused.data)
}

function refusalFault(
  request: Request,
  { status, headers }: Response,
  { code, data }: z.infer<typeof refusal>,
): string {
  const { reason } = data
  if (!isReason(reason)) return `${reason} is no reason of the catalogue`
  if (code !== codeOf(reason)) return `${reason} came with code ${code}`
  if (status !== httpStatusOf(reason)) return `${reason} came with status ${status}`
  if (headers.get('cache-control') !== 'no-store') return 'a refusal may be kept by caches'
  if (headers.get('x-content-type-options') !== 'nosniff') return 'a refusal may be taken for something else'
  const isOfKey = programs.some((one) => one === request.asker) && ofKeys.includes(reason)
  if (request.isPlain && !isOfKey && !reasonsOf(request.route).has(reason))
    return `the route does not say that it can tell ${reason}`
  return ''
}

/** Images come as they are, and what is no call of the protocol is answered by the apps, as a page or in a line. */
function oddType(request: Request, { status, type, text }: Response): string {
  const isMedia = request.route.media !== undefined && status === 200
  const isPage = !request.isPlain && /^text\/(plain|html)/.test(type)
  if (isMedia || isPage) return ''
  // 304: a page of the apps that its asker says to have
  if (!request.isPlain && text === '' && [200, 204, 304, 404].includes(status)) return ''
  return `an answer of type ${type || 'none'} under status ${status}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
