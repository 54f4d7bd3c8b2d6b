/**
 * What PostgreSQL says when it can't be asked now: connections lost or ended, none free, no memory, a statement that took
 * too long. A disk that is full (53100) is for an operator, and no matter of waiting.
 */
const states = /^(08...|53200|53300|57014|57P0[1235]|25P03)$/
const networkCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
])
/** What a socket in the database's folder says that is not there, or at which too many wait; of a file they mean something else. */
const connectCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'EAGAIN'])
/** The driver's own words, which have no code. */
const words =
  /^(Connection terminated|timeout expired$|timeout exceeded when trying to connect|Query read timeout|Client (was closed|has encountered a connection error) and is not queryable|the database ended the connection)/

/** Whether an error says that the database could not be asked just now: what it was to do may then be asked for again. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code: unknown = 'code' in error ? error.code : undefined
  // without a system call it was a caller who went away
  if (networkCodes.has(code)) return 'syscall' in error
  if (connectCodes.has(code)) return 'syscall' in error && error.syscall === 'connect'
  return (typeof code === 'string' && states.test(code)) || words.test(error.message)
}

/**
 * Whether a statement took or waited too long, so that its transaction was surely rolled back: nothing of it was changed.
 * A commit ends no other way than by itself.
 */
export function isTimedOut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}
