import { plainDigits } from './plainFigure.ts'

/** Digits of a code that is sent by mail or text, or shown by an authenticator app. */
export const codeLength = 6

/** The digits of a code as it was typed or copied: with spaces or hyphens between them, in whatever script. */
export function codeDigits(text: string): string {
  return plainDigits(text).replace(/[^0-9]/g, '')
}

/** A code of an app, or a recovery code, as it was typed or copied, without what only groups it. */
export function plainCode(text: string): string {
  return plainDigits(text).replace(/[\s\p{Pd}\p{Cf}]/gu, '')
}
