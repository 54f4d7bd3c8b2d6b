import { deskBracketsWithdraw, type DeskDerivative } from '@truemark/protocol/routes/deskDerivative'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ReasonDialog, useDeed } from '../deed/door.ts'
import { useDateTime } from '../i18n/door.ts'

export interface MeasureBackDialogProps {
  terms: DeskDerivative
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Takes an announced measure for open positions back before it comes into force. */
export function MeasureBackDialog({ terms, open, onOpenChange }: MeasureBackDialogProps) {
  const t = useTranslations('desk.leverage.measureBack')
  const dateTime = useDateTime()
  // what is read stays as it is while the list behind loads anew
  const effective = terms.measure?.effective_time
  const deed = useDeed({
    send: (reason: string) => call(deskBracketsWithdraw, { params: { symbol: terms.symbol }, body: { reason } }),
    touches: ['derivatives', 'audit'],
    done: () => t('done'),
  })
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('title', { symbol: `${terms.base}/${terms.quote}` })}
      description={t('text', { time: effective === undefined ? '–' : dateTime(effective) })}
      confirmLabel={t('action')}
      busy={deed.busy}
      failure={deed.failure}
      onConfirm={(reason) => void deed.run(reason).then((done) => done && onOpenChange(false))}
    />
  )
}
