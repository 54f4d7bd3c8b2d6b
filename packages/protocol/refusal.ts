import { ApiError, broughtBy, type ResponseHead } from './calling.ts'
import { readRefusal, type Envelope } from './envelope.ts'
import { isReason, reasonOf } from './errors.ts'

/** Why a call was refused, by the catalogue: the reason that the answer names, else that of its code. */
export function refusalOf({ code, data, message }: Envelope<unknown>): ApiError {
  const refusal = readRefusal(data)
  const named = refusal !== null && isReason(refusal.reason) ? refusal.reason : reasonOf(code)
  return new ApiError(named ?? 'unknown', code, message, refusal?.params ?? {})
}

/**
 * The data that a response brings.
 * @throws {ApiError} where it is a refusal, or no answer
 */
export function dataOf(response: ResponseHead, text: string): unknown {
  const brought = broughtBy(response, text)
  if ('refused' in brought) throw refusalOf(brought.refused)
  return brought.data
}
