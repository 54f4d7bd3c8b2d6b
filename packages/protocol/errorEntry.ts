/**
 * One refusal that a person can meet. `code` is what the envelope carries, `http` the status where it is not 200,
 * `params` the placeholders of its text with the values that stand when the refusal names none.
 */
export interface ErrorEntry {
  readonly reason: string
  readonly code: number
  readonly http?: number
  readonly params?: Readonly<Record<string, string>>
  /** Kept so that its code never means anything else; no call answers with it. */
  readonly reserved?: true
}
