import { ApiError } from '@truemark/protocol/calling'
import { clientConfig } from '../data/clientConfig.ts'
import { session } from '../data/session.ts'

/** Reports what broke in the app itself through log_error; a refused call has been reported by the caller already. */
export function reportCrash(failure: unknown): void {
  if (failure instanceof ApiError) return
  const error = failure instanceof Error ? failure : new Error(String(failure))
  const report = new ApiError('unknown', 0, `${error.name}: ${error.message}`)
  import('../data/errorReport.ts')
    .then(({ reportError }) => reportError(baseUrl(), session.getState().locale, report, 'app', error.stack ?? ''))
    // who can't load it could not send it either
    .catch(() => undefined)
}

async function baseUrl(): Promise<string> {
  return (await clientConfig()).webUrl.replace(/\/$/, '')
}
