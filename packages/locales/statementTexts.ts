import type account from './en/account.json'
import type statement from './en/statement.json'
import type { LanguageTag } from './serverTexts.ts'

/** The texts of a printed statement, and those of accounts, whose words it shares. */
export interface StatementTexts {
  readonly statement: typeof statement
  readonly account: typeof account
}

const parts = {
  en: () =>
    Promise.all([
      import('./en/statement.json', { with: { type: 'json' } }),
      import('./en/account.json', { with: { type: 'json' } }),
    ]),
  'zh-Hant': () =>
    Promise.all([
      import('./zh-Hant/statement.json', { with: { type: 'json' } }),
      import('./zh-Hant/account.json', { with: { type: 'json' } }),
    ]),
  ja: () =>
    Promise.all([
      import('./ja/statement.json', { with: { type: 'json' } }),
      import('./ja/account.json', { with: { type: 'json' } }),
    ]),
  vi: () =>
    Promise.all([
      import('./vi/statement.json', { with: { type: 'json' } }),
      import('./vi/account.json', { with: { type: 'json' } }),
    ]),
  th: () =>
    Promise.all([
      import('./th/statement.json', { with: { type: 'json' } }),
      import('./th/account.json', { with: { type: 'json' } }),
    ]),
  ko: () =>
    Promise.all([
      import('./ko/statement.json', { with: { type: 'json' } }),
      import('./ko/account.json', { with: { type: 'json' } }),
    ]),
  fr: () =>
    Promise.all([
      import('./fr/statement.json', { with: { type: 'json' } }),
      import('./fr/account.json', { with: { type: 'json' } }),
    ]),
  es: () =>
    Promise.all([
      import('./es/statement.json', { with: { type: 'json' } }),
      import('./es/account.json', { with: { type: 'json' } }),
    ]),
} as const satisfies Record<LanguageTag, unknown>

/** Loads them in one language, when the first statement in it is asked for. */
export async function statementTexts(tag: LanguageTag): Promise<StatementTexts> {
  const [statementPart, accountPart] = await parts[tag]()
  return { statement: statementPart.default, account: accountPart.default }
}
