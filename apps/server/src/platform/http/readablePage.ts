import { hash } from 'node:crypto'
import { type Reason, codeOf } from '@truemark/protocol/errors'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { strictOf } from '@truemark/protocol/strict'
import * as z from 'zod/mini'
import { documentPaths } from './webApps.ts'

type Json = Readonly<Record<string, unknown>>

/** The readable page of the API, and the policy under which it is shown: it runs no script, and its one style is let in by digest. */
export interface ReadablePage {
  readonly html: string
  readonly policy: string
}

/** Writes the page of `routes`, part by part of the protocol. */
export function readablePage(routes: readonly RouteDefinition[], version: string): ReadablePage {
  const parts = new Map<string, RouteDefinition[]>()
  for (const route of routes) parts.set(partOf(route), [...(parts.get(partOf(route)) ?? []), route])
  const links = [...parts.keys()].map((part) => `<li><a href="#${escaped(part)}">${escaped(part)}</a></li>`)
  const sections = [...parts].map(
    ([part, all]) => `<section id="${escaped(part)}"><h2>${escaped(part)}</h2>${all.map(callOf).join('')}</section>`,
  )
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Truemark API ${escaped(version)}</title>
<style>${style}</style></head><body><main><h1>Truemark API</h1>
<p>Version ${escaped(version)}, ${routes.length} calls. The same as a document of OpenAPI:
<a href="${documentPaths.document}">${documentPaths.document}</a>.</p>
<p>A call bears its token as <code>Authorization: Bearer …</code>, and the language of its messages as <code>lang</code>.
It is answered by <code>{ code, data, message }</code>; a code other than 200 says why it was refused, and changed nothing.
A call that takes an <code>Idempotency-Key</code> (a UUID of version 7) and is sent again with the same key and body is
given its first answer again.</p>
<nav aria-label="Parts"><ul>${links.join('')}</ul></nav>${sections.join('')}</main></body></html>`
  const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { html, policy }
}

function partOf({ path }: RouteDefinition): string {
  return path.split('/')[3] ?? ''
}

function callOf(route: RouteDefinition): string {
  const { method, path, summary, access, idempotent, files } = route
  const form =
    files === undefined ? '' : ` as a form, with up to ${files.countMax} files as <code>${files.field}</code>`
  const rows = [
    row('For', `<code>${escaped(access)}</code>${idempotent ? ', with an <code>Idempotency-Key</code>' : ''}`),
    shape('In the path', route.params, 'input'),
    shape('In the query', route.query, 'input'),
    shape(`Sent${form}`, route.body === undefined ? undefined : strictOf(route.body), 'input'),
    route.media === undefined
      ? shape('Answer', route.answer, 'output')
      : row('Answer', `<code>${escaped(route.media)}</code>`),
    row('Refused for', route.errors.map(refusalOf).join('')),
  ]
  return `<details><summary><b>${method}</b> <code>${escaped(path)}</code> <span>${escaped(summary)}</span></summary><dl>${rows.join('')}</dl></details>`
}

function row(name: string, content: string): string {
  return content === '' ? '' : `<dt>${name}</dt><dd>${content}</dd>`
}

function refusalOf(reason: Reason): string {
  return `<p><code>${codeOf(reason)}</code> ${escaped(reason)}</p>`
}

function shape(name: string, schema: z.core.$ZodType | undefined, io: 'input' | 'output'): string {
  if (schema === undefined) return ''
  const text = typeText(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  return text === '{}' ? '' : row(name, `<pre>${escaped(text)}</pre>`)
}

/** A schema of JSON as a type is written: fields with their bounds, and `?` where one may be left out. */
function typeText(schema: unknown, indent = ''): string {
  if (typeof schema !== 'object' || schema === null) return 'anything'
  const { const: only, enum: values, type, properties, items, additionalProperties } = schema as Json
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  for (const name of ['anyOf', 'oneOf', 'allOf'] as const) {
    const several = (schema as Json)[name]
    const mark = name === 'allOf' ? ' & ' : ' | '
    if (Array.isArray(several)) return several.map((one) => typeText(one, indent)).join(mark)
  }
  if (type === 'array') return `list of ${typeText(items, indent)}${boundsOf(schema as Json)}`
  if (type !== 'object') return `${typeof type === 'string' ? type : 'anything'}${boundsOf(schema as Json)}`
  if (typeof properties !== 'object' || properties === null) {
    return `{ [name]: ${typeText(additionalProperties, indent)} }`
  }
  return fieldsText(schema as Json, properties, indent)
}

function fieldsText({ required }: Json, properties: object, indent: string): string {
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  const deeper = `${indent}  `
  const fields = Object.entries(properties).map(
    ([name, one]) => `${deeper}${name}${needed.includes(name) ? '' : '?'}: ${typeText(one, deeper)}\n`,
  )
  return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`
}

const boundNames = {
  minLength: 'at least',
  maxLength: 'at most',
  minItems: 'at least',
  maxItems: 'at most',
  minimum: 'from',
  maximum: 'to',
  format: '',
  pattern: 'as',
} as const

function boundsOf(schema: Json): string {
  const bounds = Object.entries(boundNames).flatMap(([name, word]) => {
    const bound = schema[name]
    const isBound =
      typeof bound === 'string' || (typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER)
    return isBound ? [`${word} ${bound}`.trim()] : []
  })
  return bounds.length === 0 ? '' : ` (${bounds.join(', ')})`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

const style = `:root{color-scheme:dark light;--ground:#121212;--card:#1e1e1e;--line:#ffffff1f;--text:#f5f1ea;--quiet:#bdb6ab;--light:#ffd7ab}
@media(prefers-color-scheme:light){:root{--ground:#faf8f5;--card:#fff;--line:#0000001f;--text:#1c1a17;--quiet:#5f5950;--light:#7a4a12}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:24px 16px 64px}h1{font-size:28px;line-height:1.2}h2{font-size:20px;margin:40px 0 8px}
a{color:var(--light)}nav ul{display:flex;flex-wrap:wrap;gap:8px;padding:0;list-style:none}
nav a{display:flex;align-items:center;min-height:44px;padding:0 12px;border:1px solid var(--line);border-radius:10px;text-decoration:none}
details{background:var(--card);border:1px solid var(--line);border-radius:12px;margin:8px 0}
summary{min-height:44px;padding:10px 16px;cursor:pointer;overflow-wrap:anywhere}summary b{color:var(--light)}summary span{color:var(--quiet)}
:focus-visible{outline:2px solid var(--light);outline-offset:2px}
code,pre{font:14px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}pre{margin:0;white-space:pre-wrap}
dl{margin:0;padding:0 16px 16px}dt{color:var(--quiet);margin-top:12px}dd{margin:0}dd p{margin:0}`
