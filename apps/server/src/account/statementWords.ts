import { type LocaleId, formattingTag } from '@truemark/protocol/locale'
import { createTranslator } from 'use-intl/core'
import { statementTextsOf } from '../platform/texts/statementTexts.ts'
import type { StatementWords } from './statementSheet.ts'

/** What decides which notes stand on a statement. */
export interface StatementCase {
  readonly demo: boolean
  /** The moment as of which a month that is not over is told; null where it is over. */
  readonly asOf: string | null
}

/** The words of a printed statement in a language. */
export async function statementWords(locale: LocaleId, { demo, asOf }: StatementCase): Promise<StatementWords> {
  const { statement, account } = await statementTextsOf(locale)
  const { notes, ...words } = statement
  const t = createTranslator({ locale: formattingTag(locale), messages: { running: notes.running }, timeZone: 'UTC' })
  const shown = [notes.held, ...(asOf === null ? [] : [t('running', { time: asOf })]), ...(demo ? [notes.demo] : [])]
  const { coin, contract, option } = account.assets
  return { ...words, notes: shown, accounts: { coin, contract, option }, categories: account.category }
}
