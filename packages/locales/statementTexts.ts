import type account from './en/account.json'
import type statement from './en/statement.json'

/** The texts of a printed statement, and those of accounts, whose words it shares. */
export interface StatementTexts {
  readonly statement: typeof statement
  readonly account: typeof account
}

interface Files {
  readonly statement: { readonly default: typeof statement }
  readonly account: { readonly default: typeof account }
}

/** Loads them in one language, when the first statement in it is asked for. */
export async function statementTexts(tag: string): Promise<StatementTexts> {
  const files: Files = {
    statement: await import(`./${tag}/statement.json`, { with: { type: 'json' } }),
    account: await import(`./${tag}/account.json`, { with: { type: 'json' } }),
  }
  return { statement: files.statement.default, account: files.account.default }
}
