import { ApiError } from '@truemark/protocol/calling'
import { useTranslations } from 'use-intl'
import { useErrorText } from '../i18n/door.ts'

/** The sentence of a failed call with its code; where no answer came, that it cannot happen twice. */
export function useRefusalText(): (failure: unknown) => string {
  const t = useTranslations('wallet')
  const errorText = useErrorText()
  return (failure) => {
    const text = errorText(failure)
    if (!(failure instanceof ApiError)) return text
    if (failure.reason === 'network' || failure.reason === 'outcome_unknown') return `${text} ${t('lost')}`
    return failure.code === 0 ? text : t('refusal', { text, code: String(failure.code) })
  }
}

/** Which field of a form a refusal belongs to; `form` where it is about all of it. */
export function placeOf<Field extends string>(
  failure: unknown,
  places: Readonly<Record<string, Field>>,
): Field | 'form' | null {
  if (failure === null || failure === undefined) return null
  return (failure instanceof ApiError ? places[failure.reason] : undefined) ?? 'form'
}
