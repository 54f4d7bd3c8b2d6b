import { client } from '@truemark/protocol/client'
import type { Reason } from '@truemark/protocol/errors'
import type { VerificationFault, VerificationField } from '@truemark/protocol/routes/verification'
import { ageMin } from '@truemark/protocol/verification'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useFaultText } from './LevelView.tsx'

const figures: Partial<Record<Reason, Record<string, string>>> = {
  name_invalid: { max: String(client.nameLengthMax) },
  age_too_low: { min: String(ageMin) },
}

/**
 * The sentence at a field: what the form itself complains of, else what the reviewer found, until the field is changed.
 * `value` is what stands in the field; a photo that was not chosen anew has none.
 */
export function useFieldErrors(
  faults: Readonly<Partial<Record<string, Reason>>>,
  found: readonly VerificationFault[],
): (field: VerificationField, value?: string) => string | undefined {
  const errors = useTranslations('errors')
  const faultText = useFaultText()
  const firstValues = useRef(new Map<VerificationField, string>())
  return (field, value = '') => {
    const reason = faults[field] ?? (field === 'front' || field === 'back' ? faults['photos'] : undefined)
    if (reason !== undefined) return errors(reason, figures[reason])
    if (!firstValues.current.has(field)) firstValues.current.set(field, value)
    const fault = found.find((one) => one.field === field)
    return fault !== undefined && firstValues.current.get(field) === value ? faultText(fault) : undefined
  }
}
