import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import type { SymbolView } from '@truemark/protocol/routes/market'
import {
  optionOrderPlace,
  type OptionOrder,
  type OptionOrderBody,
  type OptionTermsView,
} from '@truemark/protocol/routes/option'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { takeOption, useAvailable } from '../data/account.ts'
import { call } from '../data/api.ts'
import { AmountLine, Line } from '../parts/Line.tsx'
import { percentOf } from '../parts/percentOf.ts'
import { withoutAnswer } from '../parts/lostAnswer.ts'
import { useFigure } from '../parts/useFigure.ts'
import { ConfirmSheet, useMarketBar } from '../trade/door.ts'
import { gainFor, percentNeeded, sumOf } from './figures.ts'
import { bodyOf, modeOf, type OptionForm } from './ticketForm.ts'
import { useDuration } from './wording.ts'

interface ConfirmOptionProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  market: SymbolView
  terms: OptionTermsView
  form: OptionForm
  /** After the option has been taken. */
  onPlaced: () => void
}

/** Repeats what matters in plain words, the risk first; one button sends exactly what is shown. */
export function ConfirmOption({ open, onOpenChange, market, terms, form, onPlaced }: ConfirmOptionProps) {
  const t = useTranslations('option')
  const figure = useFigure()
  const duration = useDuration()
  const barred = useMarketBar(market)
  const place = usePlaceOption(() => {
    onOpenChange(false)
    onPlaced()
  })
  const available = useAvailable('option', 'USDT')
  const body = withoutAnswer(place) ?? bodyOf(market.symbol, terms, form, available)
  const mode = modeOf(terms, form)
  const words = { amount: figure(form.amount || '0'), duration: duration(mode?.trade_mode ?? 0) }
  return (
    <ConfirmSheet
      open={open && (body !== null || place.isPending || place.isError)}
      onOpenChange={onOpenChange}
      title={t('confirmTitle')}
      sentence={t(form.type === 'up' ? 'sentenceUp' : 'sentenceDown', {
        pair: `${market.base}/${market.quote}`,
        duration: words.duration,
      })}
      kind={form.type}
      submit={t(form.type === 'up' ? 'submitUp' : 'submitDown', words)}
      barred={barred}
      place={place}
      onSubmit={() => body !== null && place.mutate(body)}
    >
      {mode && (
        <ConfirmFigures form={form} terms={terms} payoutRate={mode.payout_rate} evenRate={mode.break_even_rate} />
      )}
      <p className="text-14 text-warning">{t('risk')}</p>
      <p className="text-12 text-quiet">
        {t('entryRule', { after: terms.entry_after / 1_000, until: terms.entry_until / 1_000 })} {t('house')}
      </p>
    </ConfirmSheet>
  )
}

interface ConfirmFiguresProps {
  form: OptionForm
  terms: OptionTermsView
  payoutRate: string
  evenRate: string
}

function ConfirmFigures({ form, terms, payoutRate, evenRate }: ConfirmFiguresProps) {
  const t = useTranslations('option')
  const figure = useFigure()
  const amount = form.amount || '0'
  const percent = (text: string) => t('percent', { percent: figure(text) })
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <AmountLine label={t('orderAmount')} strong value={amount} unit="USDT" decimalsMin={0} />
      <AmountLine label={t('mostLost')} strong value={amount} unit="USDT" decimalsMin={0} />
      <AmountLine
        label={t('payBack')}
        value={sumOf(amount, gainFor(amount, payoutRate) ?? '0')}
        unit="USDT"
        decimalsMin={0}
      />
      <Line label={t('payoutRate')}>{percent(percentOf(payoutRate))}</Line>
      <Line label={t('breakEven')}>{percent(percentNeeded(evenRate))}</Line>
      <Line label={t('tieRule')}>{t(`tie.${terms.tie_rule}`)}</Line>
      <AmountLine label={t('fee')} value="0" unit="USDT" decimalsMin={0} />
    </dl>
  )
}

function usePlaceOption(onPlaced: () => void) {
  const notices = useTranslations('notices')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: OptionOrderBody) => call(optionOrderPlace, { body }),
    onSuccess(option: OptionOrder) {
      takeOption(option)
      toast.success(notices('orderCreated'))
      onPlaced()
    },
    onError(failure) {
      // the terms that are shown are not those that hold: they are fetched anew before one tries again
      if (failure instanceof ApiError && failure.reason === 'option_terms_changed') {
        void queries.invalidateQueries({ queryKey: ['option', 'terms'] })
      }
    },
  })
}
