import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MultiplePicker, useLotTerms, type LotTicket } from '../derivative/door.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'

/** The choice of a contract's multiple; what is chosen counts for the orders that follow. */
export function MultipleSheet({ ticket, onDone }: { ticket: LotTicket; onDone: () => void }) {
  const t = useTranslations('trade')
  const terms = useLotTerms()?.get(ticket.symbol)
  const [multiple, setMultiple] = useState(ticket.multiple)
  if (terms === undefined) return null
  return (
    <OwnSheet
      onClose={onDone}
      title={t('multiple')}
      footer={
        <Button
          wide
          onClick={() => {
            ticket.act({ type: 'multiple', to: multiple })
            onDone()
          }}
        >
          {t('apply', { multiple: multiple.toString() })}
        </Button>
      }
    >
      <MultiplePicker terms={terms} value={multiple} onChange={setMultiple} />
    </OwnSheet>
  )
}
