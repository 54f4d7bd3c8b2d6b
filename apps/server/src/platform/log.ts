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

/** The same log for libraries: what they write of a request bears its headers, and so its token, unless it is an error. */
export function errorsOnly(logger: Logger): Logger {
  return logger.child({}, { level: logger.isLevelEnabled('error') ? 'error' : logger.level })
}

/** What is logged of an error. */
export function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: withoutAddress(String(error).slice(0, 500)) }
  const message = messageOf(error)
  const cause = error.cause === undefined ? {} : { cause: describe(error.cause) }
  return {
    type: error.name,
    code: errorCode(error),
    message,
    // its first line is the message once more
    stack: error.stack === undefined ? undefined : withoutAddress(error.stack.replace(error.message, () => message)),
    ...cause,
  }
}

/** Connection strings carry passwords, and what a mail server or a carrier says bears whom it was about. */
function withoutAddress(message: string): string {
  return message
    .replaceAll(/\b[a-z]+:\/\/[^\s@]+@/g, '…@')
    .replaceAll(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '[mail]')
    .replaceAll(/\+\d{7,15}\b/g, '[number]')
}

/** Of data that it cannot take (class 22) the database quotes the value, which is whatever a person sent. */
function messageOf(error: Error): string {
  const isQuoting = /^22[0-9A-Z]{3}$/.test(errorCode(error))
  return withoutAddress(isQuoting ? error.message.replace(/"[^]*$/, '…') : error.message)
}
