import { deskSymbolChange, type DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import { Button } from '@truemark/ui/primitives/Button'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, focusFault, isReasonText, ReasonField, useDeed } from '../deed/door.ts'
import { TermChanges } from './TermChanges.tsx'
import { TermFields } from './TermFields.tsx'
import { faultInHours } from './hours.ts'
import { bodyOf, changesHours, changesOf, draftOf, faultsOf } from './terms.ts'

export interface TermsSheetProps {
  market: DeskSymbol
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Changes a market's terms for everyone: the fields, what they change, and why. */
export function TermsSheet({ market, open, onOpenChange }: TermsSheetProps) {
  const t = useTranslations('desk')
  const [draft, setDraft] = useState(() => draftOf(market))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const faults = faultsOf(market, draft)
  const changes = changesOf(market, draft)
  const changed = changes.length > 0 || draft.spot !== market.spot || changesHours(market, draft)
  const deed = useDeed({
    send: () =>
      call(deskSymbolChange, { params: { symbol: market.symbol }, body: bodyOf(market, draft, reason.trim()) }),
    touches: ['symbols', 'exposure', 'audit'],
    done: () => t('deed.saved'),
  })
  const save = () => {
    setTried(true)
    if (faults.size > 0 || faultInHours(draft.hours) || !isReasonText(reason)) return focusFault()
    if (!changed || deed.busy) return
    void deed.run(undefined).then((done) => done && onOpenChange(false))
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('symbols.editTitle', { symbol: `${market.base}/${market.quote}` })}
      description={t('symbols.explained')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button kind="secondary" className="flex-1" onClick={() => onOpenChange(false)}>
            {t('common.cancel')}
          </Button>
          <Button className="flex-1" busy={deed.busy} disabled={!changed} onClick={save}>
            {t('deed.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TermFields market={market} draft={draft} faults={faults} onChange={setDraft} />
        <TermChanges market={market} draft={draft} changes={changes} />
        <ReasonField
          label={t('deed.changeReason')}
          value={reason}
          onValueChange={setReason}
          tried={tried}
          onEnter={save}
        />
        <FailureNote text={deed.failure} />
      </div>
    </Sheet>
  )
}
