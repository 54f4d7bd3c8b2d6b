import { deskSymbolChange, type DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ChangeSheet } from '../deed/door.ts'
import { TermFields } from './TermFields.tsx'
import { faultInHours } from './hours.ts'
import { bodyOf, draftOf, faultsOf } from './terms.ts'
import { useWrittenChanges } from './useWrittenChanges.ts'

export interface TermsSheetProps {
  market: DeskSymbol
  open: boolean
  onClose: () => void
}

/** Changes a market's terms for everyone: the fields, what they change, and why. */
export function TermsSheet({ market, open, onClose }: TermsSheetProps) {
  const t = useTranslations('desk')
  const [draft, setDraft] = useState(() => draftOf(market))
  const faults = faultsOf(market, draft)
  return (
    <ChangeSheet
      open={open}
      onClose={onClose}
      title={t('symbols.editTitle', { symbol: `${market.base}/${market.quote}` })}
      description={t('symbols.explained')}
      changes={useWrittenChanges(market, draft)}
      faulty={faults.size > 0 || faultInHours(draft.hours)}
      send={(reason) =>
        call(deskSymbolChange, { params: { symbol: market.symbol }, body: bodyOf(market, draft, reason) })
      }
      touches={['symbols', 'exposure']}
    >
      {() => <TermFields market={market} draft={draft} faults={faults} onChange={setDraft} />}
    </ChangeSheet>
  )
}
