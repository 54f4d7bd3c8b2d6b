import { ApiError } from '@truemark/protocol/calling'
import { clientConfig } from '../data/clientConfig.ts'
import { reportError } from '../data/errorReport.ts'
import { session } from '../data/session.ts'

/** Reports what broke in the app itself through log_error; a refused call has been reported by the caller already. */
export function reportCrash(failure: unknown): void {
  if (failure instanceof ApiError) return
  const error = failure instanceof Error ? failure : new Error(String(failure))
  const baseUrl = clientConfig().then((config) => config.webUrl.replace(/\/$/, ''))
  const report = new ApiError('unknown', 0, `${error.name}: ${error.message}`)
  void reportError(baseUrl, session.getState().locale, report, 'app', error.stack ?? '')
}
