/**
 * A reason for which the server does not start, as one sentence for the operator.
 * The composition root prints the sentence alone, by {@link sayRefusal}, without a stack.
 */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
}

/** Runs a program; where it does not start, it says why and ends with 1. */
export async function sayRefusal(program: () => Promise<void> | void): Promise<void> {
  try {
    await program()
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** The `code` of a system or SQL error (`EACCES`, `23505`), or '' where there is none. */
export function errorCode(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) {
    return typeof error.code === 'string' ? error.code : ''
  }
  return ''
}

/** The message of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
