import type { Account } from '@truemark/core/ledger/move'
import type { Category } from '@truemark/core/ledger/categories'

/** The words of a printed statement, in its reader's language. `{…}` are filled in already but for `page`. */
export interface StatementWords {
  readonly title: string
  readonly holder: string
  readonly account: string
  readonly period: string
  readonly made: string
  readonly utc: string
  readonly notes: readonly string[]
  readonly balances: string
  readonly movements: string
  readonly none: string
  readonly currency: string
  readonly opening: string
  readonly received: string
  readonly paid: string
  readonly closing: string
  readonly time: string
  readonly category: string
  readonly amount: string
  readonly balance: string
  readonly reference: string
  readonly page: string
  readonly accounts: Readonly<Record<Account, string>>
  readonly categories: Readonly<Record<Category, string>>
}

/** The head of a statement as it goes to the program that prints it: one line of JSON before the lines. */
export interface StatementHead {
  readonly locale: string
  readonly app: string
  readonly name: string
  readonly accountName: string
  readonly period: string
  readonly made: string
  readonly words: StatementWords
  /** Each account's figures as texts: account, currency, opening, received, paid, closing. */
  readonly rows: readonly (readonly [Account, string, string, string, string, string])[]
}

/** A printed line: time, account, category, currency, amount, balance, reference, and the day that it is for or ''. */
export type SheetLine = readonly [string, Account, Category, string, string, string, string, string]
