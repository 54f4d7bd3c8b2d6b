import { type StatementTexts, statementTexts } from '@truemark/locales/statementTexts'
import { type LocaleId, localeOf } from '@truemark/protocol/locale'

/** The texts of a printed statement in a language, loaded when the first one is printed. */
export function statementTextsOf(locale: LocaleId): Promise<StatementTexts> {
  return statementTexts(localeOf(locale).tag)
}
