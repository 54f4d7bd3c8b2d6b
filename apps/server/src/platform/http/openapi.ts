import { receipt } from '@truemark/protocol/evidence/receipt'
import { type Reason, codeOf, httpStatusOf } from '@truemark/protocol/errors'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { strictOf } from '@truemark/protocol/strict'
import * as z from 'zod/mini'
import type { Gateway } from './gateway.ts'
import { packText } from './pack.ts'
import { type ReadablePage, readablePage } from './readablePage.ts'
import { documentPaths } from './webApps.ts'

type Json = Readonly<Record<string, unknown>>

/** Serves the API's document and its readable page, each made from the bound routes at the first request. */
export function serveDocument(gateway: Gateway, version: string): void {
  let text: string | null = null
  gateway.app.get(documentPaths.document, (_request, reply) => {
    text ??= JSON.stringify(documentOf(gateway.routes, version))
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(text)
  })
  let page: ReadablePage | null = null
  gateway.app.get(documentPaths.page, async (request, reply) => {
    page ??= readablePage(gateway.routes, version)
    const packed = await packText(page.html, request.headers['accept-encoding'])
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', page.policy)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
    return packed === null
      ? reply.send(page.html)
      : reply.header('content-encoding', packed.encoding).send(packed.bytes)
  })
}

/** The OpenAPI 3.1 document of `routes`. */
export function documentOf(routes: readonly RouteDefinition[], version: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const path = (paths[route.path] ??= {})
    path[route.method.toLowerCase()] = operationOf(route)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Truemark', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' }, key: keyScheme } },
  }
}

function operationOf(route: RouteDefinition): Json {
  const parameters = [
    ...parametersOf('path', route.params),
    ...parametersOf('query', route.query),
    ...(route.idempotent ? [keyHeader] : []),
    langHeader,
  ]
  const body = route.body === undefined ? {} : { requestBody: { content: contentOf(route, route.body) } }
  return {
    summary: route.summary,
    operationId: `${route.method.toLowerCase()}${route.path.replaceAll(/[/{}]+(.)?/g, (_, next?: string) => next?.toUpperCase() ?? '')}`,
    tags: [route.path.split('/')[3] ?? ''],
    security: [
      ...(route.access === 'guest' ? [{}] : []),
      { token: [] },
      ...(route.byKey === undefined ? [] : [{ key: [] }]),
    ],
    'x-access': route.access,
    ...(route.byKey === undefined ? {} : { 'x-key-scope': route.byKey }),
    parameters,
    ...body,
    responses: {
      200: {
        description: descriptionOf(route.errors),
        content: {
          ...jsonOf(schemaOf(envelopeOf(route.answer), 'output')),
          ...(route.media === undefined ? {} : { [route.media]: { schema: { type: 'string', format: 'binary' } } }),
        },
      },
    },
  }
}

function descriptionOf(errors: readonly Reason[]): string {
  const lines = errors
    .filter((reason) => httpStatusOf(reason) === 200)
    .map((reason) => `- ${codeOf(reason)} \`${reason}\``)
  return ['The envelope. `code` is 200, or that of a refusal:', ...lines].join('\n')
}

// a form has the body's fields and the files beside them
function contentOf(route: RouteDefinition, schema: z.ZodMiniType): Json {
  if (route.files === undefined) return jsonOf(schemaOf(strictOf(schema), 'input'))
  const fields = schemaOf(schema, 'input')
  const { field, countMax } = route.files
  const items = { type: 'string', format: 'binary' }
  const files = { type: 'object', properties: { [field]: { type: 'array', maxItems: countMax, items } } }
  return { 'multipart/form-data': { schema: { allOf: [fields, files] } } }
}

function jsonOf(schema: Json): Json {
  return { 'application/json': { schema } }
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function parametersOf(place: 'path' | 'query', schema: z.ZodMiniType | undefined): Json[] {
  if (schema === undefined) return []
  const object = schemaOf(schema, 'input')
  const properties = object['properties']
  if (typeof properties !== 'object' || properties === null) return []
  const required = Array.isArray(object['required']) ? object['required'] : []
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}

const keyScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description: 'A key of a program, with x-api-time, x-api-digest and x-api-signature: docs/reference/api.md.',
}

const keyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A UUIDv7. The same key with the same body gives the first answer again.',
  schema: { type: 'string', format: 'uuid' },
}

const langHeader = {
  name: 'lang',
  in: 'header',
  required: false,
  description: 'Language of `message`.',
  schema: { type: 'string', default: 'en' },
}

/** The schema of a successful answer. */
function envelopeOf(data: z.ZodMiniType) {
  return z.object({ code: z.int(), data, message: z.string(), receipt: z.optional(receipt) })
}
