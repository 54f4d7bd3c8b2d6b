import { client } from '@truemark/protocol/client'
import { useTranslations } from 'use-intl'
import type { Complaint } from './checks.ts'

const figures = { min: client.passwordLengthMin, max: client.passwordLengthMax, length: client.codeLength }

/** The sentences for a form's complaints, by field. */
export function useComplaintText() {
  const t = useTranslations('identity.check')
  const notices = useTranslations('notices')
  const textOf = (complaint: Complaint): string => {
    if (complaint === 'required') return notices('fieldsRequired')
    return complaint === 'mismatch' ? notices('passwordsDiffer') : t(complaint, figures)
  }
  return <Field extends string>(complaints: Partial<Record<Field, Complaint>>): Partial<Record<Field, string>> => {
    const texts: Partial<Record<Field, string>> = {}
    for (const field in complaints) {
      const complaint: Complaint | undefined = complaints[field]
      if (complaint !== undefined) texts[field] = textOf(complaint)
    }
    return texts
  }
}
