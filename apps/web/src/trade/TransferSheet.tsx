import { useMutation } from '@tanstack/react-query'
import { parseDecimal } from '@truemark/core/money/decimal'
import { transferMake, type AccountKind } from '@truemark/protocol/routes/account'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount, useAssets } from '../data/account.ts'
import { call } from '../data/api.ts'
import { Available, FigureInput } from '../parts/FigureInput.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { FieldButton } from '../parts/TextLink.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { SendButton, useErrorText } from '../i18n/door.ts'

const currency = 'USDT'
const scale = 6

interface TransferSheetProps {
  /** The account that is filled from the coin account. */
  to: Exclude<AccountKind, 'coin'>
  onDone: () => void
}

/** Moves USDT from the coin account into the one that a product trades from: at once and free. */
export function TransferSheet({ to, onDone }: TransferSheetProps) {
  const t = useTranslations('trade.transfer')
  const spot = useTranslations('spot')
  const errors = useTranslations('errors')
  const errorText = useErrorText()
  const figure = useFigure()
  const [text, setText] = useState('')
  const balances = useAssets()?.balances
  const available = balances?.find((each) => each.account === 'coin' && each.currency === currency)?.available ?? '0'
  const amount = parseDecimal(text, scale)
  const short = amount !== null && amount > (parseDecimal(available, scale) ?? 0n)
  const send = useTransfer(to, onDone)
  return (
    <OwnSheet
      busy={send.isPending}
      onClose={onDone}
      title={t(to)}
      footer={
        <SendButton
          wide
          busy={send.isPending}
          disabled={amount === null || amount === 0n || short}
          onClick={() => send.mutate(text)}
        >
          {t('submit', { amount: figure(text === '' ? '0' : text) })}
        </SendButton>
      }
    >
      <div className="flex flex-col gap-4">
        <FigureInput
          label={spot('amount')}
          aside={<Available label={t('inCoin')} value={available} unit={currency} decimalsMax={2} />}
          value={text}
          decimals={scale}
          unit={currency}
          error={short ? errors('balance_insufficient') : undefined}
          after={<FieldButton onPress={() => setText(available)}>{t('all')}</FieldButton>}
          onValueChange={setText}
        />
        <p className="text-12 text-quiet">{t('explained')}</p>
        <Refused text={send.isError ? errorText(send.error) : undefined} />
      </div>
    </OwnSheet>
  )
}

function useTransfer(to: TransferSheetProps['to'], onDone: () => void) {
  const t = useTranslations('trade.transfer')
  const figure = useFigure()
  return useMutation({
    mutationFn: (amount: string) => call(transferMake, { body: { from: 'coin', to, currency, amount } }),
    onSuccess(moved) {
      toast.success(t('done', { amount: figure(moved.amount) }))
      void refreshAccount()
      onDone()
    },
    onError: () => void refreshAccount(),
  })
}
