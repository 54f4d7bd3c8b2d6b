import { expect, it } from 'vitest'
import { errorCatalogue } from '@truemark/protocol/errorCatalogue'
import type { ErrorEntry } from '@truemark/protocol/errorEntry'
import { codeOf, successCatalogue } from '@truemark/protocol/errors'
import { keyScopes } from '@truemark/protocol/keyScopes'
import { actors, mayCall, mayKeyCall } from '@truemark/protocol/policy'
import { routes } from '@truemark/protocol/routes/all'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import errors from './en/errors.json' with { type: 'json' }
import successes from './en/successes.json' with { type: 'json' }

const note =
  'Written by `npx vitest run packages/locales/reference.test.ts -u`, and compared by every run of the tests.'

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function callers(access: string): string {
  const allowed = actors.filter((actor) => mayCall(access, actor) === 'yes')
  return allowed.length === actors.length ? 'everyone' : allowed.join(', ')
}

it('has a page of the codes', async () => {
  const entries: readonly ErrorEntry[] = errorCatalogue
  const texts: ReadonlyMap<string, string> = new Map(Object.entries(errors))
  const refusals = entries.map((entry) => [
    entry.code.toString(),
    `\`${entry.reason}\``,
    (entry.http ?? 200).toString(),
    entry.reserved === true ? 'Reserved: no call answers with it.' : (texts.get(entry.reason) ?? ''),
  ])
  const done = successCatalogue.map((entry) => [entry.code.toString(), `\`${entry.name}\``, successes[entry.name]])
  const page = [
    '# Codes',
    '',
    'An answer is `{ code, data, message }`. Code 200 is success; any other is a refusal, which changed nothing. Its `data` is',
    '`{ reason, params }`: the reason below, and the figures of its text. Codes below 13000 are those that clients have always',
    `known; the others are ours. ${note}`,
    '',
    table(['Code', 'Reason', 'HTTP', 'Text'], refusals),
    '',
    '## Texts of success',
    '',
    'They come as code 200 with the text as `message`.',
    '',
    table(['Number', 'Name', 'Text'], done),
    '',
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../../docs/reference/codes.md')
})

it('has a page of the routes and of who may call them', async () => {
  const rows = Object.values<RouteDefinition>(routes).map((route) => [
    `\`${route.method} ${route.path}\``,
    route.idempotent ? 'yes' : '',
    callers(route.access),
    keyScopes.find((scope) => mayKeyCall(route, scope) === 'yes') ?? '',
    route.errors.map((reason) => codeOf(reason)).join(' '),
    route.summary,
  ])
  const verdicts = [...new Set(Object.values(routes).map((route) => route.access))].map((access) => [
    `\`${access}\``,
    ...actors.map((actor) => mayCall(access, actor).replaceAll('_', ' ')),
  ])
  const page = [
    '# Routes',
    '',
    'Every call, who may make it, and what it can be refused for beside what its class of access refuses. `Key` says whether',
    `it honours an Idempotency-Key header; \`By API key\` which scope a key of a program needs, where one may call it at all`,
    `([how](api.md)). The shapes stand in the OpenAPI document. ${note}`,
    '',
    'A list that grows with use is read in pages: `limit` rows, 20 unless it says otherwise and 100 at most (more is refused',
    'with 550, not cut), and `cursor`, which leads to the next page and is null on the last.',
    '',
    table(['Route', 'Key', 'Who may', 'By API key', 'Codes', 'What it does'], rows),
    '',
    '## The policy',
    '',
    'What each class of access tells each who calls: yes, or the reason of the refusal. What no row grants is refused.',
    '',
    table(['Class', ...actors], verdicts),
    '',
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../../docs/reference/routes.md')
})
