import { writeParams } from '@truemark/ui/figures/paramFigures'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useTranslations } from 'use-intl'
import { ApiError } from '@truemark/protocol/calling'
import { PasskeyFailure } from '@truemark/client/passkeys'

/** The sentence for a failed call in the reader's language; where no answer came, with the browser's own text. */
export function useErrorText(): (failure: unknown) => string {
  const t = useTranslations('errors')
  const passkey = useTranslations('identity.passkey')
  const locale = useFigureLocale()
  return (failure) => {
    if (failure instanceof PasskeyFailure) return passkey(failure.kind)
    if (!(failure instanceof ApiError)) return t('unknown')
    if (failure.reason === 'network' && failure.message !== '') return `${t('network')} (${failure.message})`
    return t(failure.reason, writeParams(failure.params, locale))
  }
}
