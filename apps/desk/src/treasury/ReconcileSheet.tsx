import { deskReconcile } from '@truemark/protocol/routes/deskTreasury'
import { decimal } from '@truemark/protocol/values'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { AskSheet } from './AskSheet.tsx'

export interface ReconcileSheetProps {
  /** What must lie outside for each currency, by the ledger. */
  owed: readonly { readonly currency: string; readonly amount: string }[]
  onClose: () => void
}

/** States what is held outside, currency by currency; a second person confirms it. */
export function ReconcileSheet({ owed, onClose }: ReconcileSheetProps) {
  const t = useTranslations('desk')
  const rows = owed.length === 0 ? [{ currency: 'USDT', amount: '0' }] : owed
  const [stated, setStated] = useState<Readonly<Record<string, string>>>({})
  const lines = rows.map(({ currency }) => ({ currency, stated: (stated[currency] ?? '').trim() }))
  const isFigure = (text: string) => decimal.safeParse(text).success
  return (
    <AskSheet
      title={t('treasury.reconcile')}
      text={t('treasury.reconcileText')}
      ready={lines.every((line) => isFigure(line.stated))}
      send={(reason) => call(deskReconcile, { body: { lines, reason } })}
      onClose={onClose}
    >
      {(tried) =>
        rows.map(({ currency, amount }) => (
          <TextInput
            key={currency}
            label={t('treasury.stated', { currency })}
            hint={t('treasury.byLedger', { amount, currency })}
            error={tried && !isFigure((stated[currency] ?? '').trim()) ? t('fault.figure') : undefined}
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            value={stated[currency] ?? ''}
            onChange={(event) => setStated({ ...stated, [currency]: event.target.value })}
          />
        ))
      }
    </AskSheet>
  )
}
