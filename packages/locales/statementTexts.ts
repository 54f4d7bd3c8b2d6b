import type account from './en/account.json'
import type statement from './en/statement.json'
import type { LanguageTag } from './serverTexts.ts'

/** The texts of a printed statement, and those of accounts, whose words it shares. */
export interface StatementTexts {
  readonly statement: typeof statement
  readonly account: typeof account
}

const parts = {
  en: () => Promise.all([import('./en/statement.json'), import('./en/account.json')]),
  'zh-Hant': () => Promise.all([import('./zh-Hant/statement.json'), import('./zh-Hant/account.json')]),
  ja: () => Promise.all([import('./ja/statement.json'), import('./ja/account.json')]),
  vi: () => Promise.all([import('./vi/statement.json'), import('./vi/account.json')]),
  th: () => Promise.all([import('./th/statement.json'), import('./th/account.json')]),
  ko: () => Promise.all([import('./ko/statement.json'), import('./ko/account.json')]),
  fr: () => Promise.all([import('./fr/statement.json'), import('./fr/account.json')]),
  es: () => Promise.all([import('./es/statement.json'), import('./es/account.json')]),
} as const satisfies Record<LanguageTag, unknown>

/** Loads them in one language, when the first statement in it is asked for. */
export async function statementTexts(tag: LanguageTag): Promise<StatementTexts> {
  const [statementPart, accountPart] = await parts[tag]()
  return { statement: statementPart.default, account: accountPart.default }
}
