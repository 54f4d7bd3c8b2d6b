import { reasonText } from '@truemark/protocol/values'

/** Whether a text can stand in the audit log as the reason of a deed. */
export function isReasonText(text: string): boolean {
  return reasonText.safeParse(text.trim()).success
}
