import type { Reason, SuccessName } from '@truemark/protocol/errors'
import type { LocaleId } from '@truemark/protocol/locale'

/** The sentences of the catalogues in the readers' languages. */
export interface Texts {
  refusal(reason: Reason, params: Readonly<Record<string, string>>, locale: LocaleId): string
  success(name: SuccessName, locale: LocaleId): string
}
