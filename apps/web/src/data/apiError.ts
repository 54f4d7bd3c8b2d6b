import type { Reason } from '@truemark/protocol/errors'

/**
 * Why a call gave no data. `unknown` is a code that the catalogue lacks (its text is "Unknown error"); `network` is
 * no answer at all, whose text is the browser's; after it nobody knows whether the request was carried out.
 */
export type ApiReason = Reason | 'unknown' | 'network'

/** A call that was refused or never answered. `code` is 0 where no answer came. */
export class ApiError extends Error {
  readonly reason: ApiReason
  readonly code: number
  /** The figures of the reason's text. */
  readonly params: Readonly<Record<string, string>>

  constructor(reason: ApiReason, code: number, message: string, params: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = 'ApiError'
    this.reason = reason
    this.code = code
    this.params = params
  }
}
