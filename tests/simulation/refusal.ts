/** As the server refuses a statement while it stays up. */
export class Refusal extends Error {
  readonly severity = 'ERROR'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
