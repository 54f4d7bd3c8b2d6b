import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import { exchangeMake, type Quote } from '@truemark/protocol/routes/account'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount } from '../data/account.ts'
import { call } from '../data/api.ts'
import { secondsLeft, useClock } from '../data/clock.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { SendButton } from '../i18n/door.ts'
import { useRefusalText } from '../wallet/door.ts'
import { fundsKey } from './fundQueries.ts'
import { QuoteFigures } from './QuoteFigures.tsx'

interface QuoteSheetProps {
  quote: Quote
  asking: boolean
  /** Why a new quote was refused; null where none was. */
  askFailure: unknown
  onAsk: () => void
  onDone: () => void
  onClose: () => void
}

/** After these the quote is gone, and only a new one goes on. */
const spent = new Set(['quote_unknown', 'quote_expired', 'quote_void'])

/** The whole of a quote before it is agreed to, counting down; once it is over, a new one can be asked for. */
export function QuoteSheet({ quote, asking, askFailure, onAsk, onDone, onClose }: QuoteSheetProps) {
  const t = useTranslations('funds.exchange')
  const figure = useFigure()
  const refusalText = useRefusalText()
  const left = secondsLeft(quote.validUntil, useClock())
  const accept = useAccept(onDone)
  const isSpent = accept.error instanceof ApiError && spent.has(accept.error.reason)
  const isOver = isSpent || (left === 0 && !accept.isPending)
  const failure = accept.isError ? accept.error : askFailure
  return (
    <OwnSheet
      busy={accept.isPending}
      onClose={onClose}
      title={t('confirmTitle')}
      footer={
        isOver ? (
          <SendButton
            key="ask"
            wide
            busy={asking}
            onClick={() => {
              accept.reset()
              onAsk()
            }}
          >
            {t('askAgain')}
          </SendButton>
        ) : (
          <SendButton key={quote.id} wide busy={accept.isPending} onClick={() => accept.mutate(quote)}>
            {t('submit', {
              source: `${figure(quote.source_amount)} ${quote.source}`,
              target: `${figure(quote.target_amount)} ${quote.target}`,
            })}
          </SendButton>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center justify-between gap-3 text-14">
          <output className={isOver ? 'text-warning' : 'text-secondary'}>{isOver ? t('expired') : t('stands')}</output>
          {!isOver && (
            <span role="timer" className="figures text-20 font-semibold">
              {t('seconds', { seconds: String(left) })}
            </span>
          )}
        </div>
        <QuoteFigures quote={quote} over={isOver} />
        <p className="text-12 text-quiet">{t('consequence')}</p>
        <Refused text={failure === null ? undefined : refusalText(failure)} />
      </div>
    </OwnSheet>
  )
}

function useAccept(onDone: () => void) {
  const t = useTranslations('funds.exchange')
  const figure = useFigure()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Quote) => call(exchangeMake, { body: { quote_id: id } }),
    onSuccess(made) {
      toast.success(t('done'), {
        description: `${figure(made.source_amount)} ${made.source} → ${figure(made.target_amount)} ${made.target}`,
      })
      onDone()
    },
    onSettled() {
      void refreshAccount()
      void queries.invalidateQueries({ queryKey: fundsKey })
    },
  })
}
