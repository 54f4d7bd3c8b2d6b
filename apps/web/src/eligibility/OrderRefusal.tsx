import { ApiError } from '@truemark/protocol/calling'
import { useTranslations } from 'use-intl'
import { useErrorText } from '../i18n/door.ts'
import { leadsToVerification } from './bar.ts'
import { VerificationLink } from './BarNotice.tsx'

/** Why an order was refused and the way on, or that nobody knows yet: sent again it is carried out once at most. */
export function OrderRefusal({ failure }: { failure: unknown }) {
  const spot = useTranslations('spot')
  const errorText = useErrorText()
  const reason = failure instanceof ApiError ? failure.reason : null
  return (
    <div className="flex flex-col gap-3">
      <p role="alert" className="text-14 text-danger">
        {errorText(failure)}
        {reason === 'network' && (
          <span className="block text-secondary">
            {spot('lostTitle')}. {spot('lostText')}
          </span>
        )}
      </p>
      {reason !== null && leadsToVerification(reason) && <VerificationLink reason={reason} />}
    </div>
  )
}
