import { deskBracketsWithdraw, type DeskDerivative } from '@truemark/protocol/routes/deskDerivative'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ReasonDialog } from '../deed/door.ts'
import { useDateTime } from '../i18n/door.ts'

export interface MeasureBackDialogProps {
  terms: DeskDerivative
  open: boolean
  onClose: () => void
}

/** Takes an announced measure for open positions back before it comes into force. */
export function MeasureBackDialog({ terms, open, onClose }: MeasureBackDialogProps) {
  const t = useTranslations('desk.leverage.measureBack')
  const dateTime = useDateTime()
  // what is read stays as it is while the list behind loads anew
  const effective = terms.measure?.effective_time
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={t('title', { symbol: `${terms.base}/${terms.quote}` })}
      description={t('text', { time: effective === undefined ? '–' : dateTime(effective) })}
      confirmLabel={t('action')}
      send={(reason) => call(deskBracketsWithdraw, { params: { symbol: terms.symbol }, body: { reason } })}
      touches={['derivatives']}
      done={t('done')}
    />
  )
}
