import { type Logger, destination, pino } from 'pino'
import { errorCode } from './startRefusal.ts'

export type { Logger } from 'pino'

/**
 * JSON lines on standard error. What could hold a token or a person's data is left out of errors: of a
 * database error only its message and code are kept, not its `detail`, which quotes values.
 */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describe },
      redact: ['token', 'password', 'authorization', '*.token', '*.password', '*.authorization'],
    },
    destination({ fd: 2, sync: true }),
  )
}

/** What is logged of an error. */
export function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: withoutAddress(String(error).slice(0, 500)) }
  const cause = error.cause === undefined ? {} : { cause: describe(error.cause) }
  return {
    type: error.name,
    code: errorCode(error),
    message: withoutAddress(error.message),
    // its first line is the message once more
    stack: error.stack === undefined ? undefined : withoutAddress(error.stack),
    ...cause,
  }
}

/** Connection strings carry passwords. */
function withoutAddress(message: string): string {
  return message.replaceAll(/\b[a-z]+:\/\/[^\s@]+@/g, '…@')
}
