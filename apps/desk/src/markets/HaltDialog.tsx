import { deskSymbolChange, type DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ReasonDialog, useDeed } from '../deed/door.ts'
import { useHaltNames } from './MarketBadges.tsx'

export interface HaltDialogProps {
  market: DeskSymbol
  open: boolean
  onOpenChange: (open: boolean) => void
}

type Halt = DeskSymbol['halt']

/** Halts a market, leaves only cancelling, or lets it trade again, for everyone and with a reason. */
export function HaltDialog({ market, open, onOpenChange }: HaltDialogProps) {
  const t = useTranslations('desk.symbols')
  const names = useHaltNames()
  const [halt, setHalt] = useState<Halt>(market.halt === 'trading' ? 'cancel_only' : 'trading')
  const deed = useDeed({
    send: (reason: string) => call(deskSymbolChange, { params: { symbol: market.symbol }, body: { halt, reason } }),
    touches: ['symbols', 'audit'],
    done: () => t('haltDone', { symbol: market.symbol, state: names[halt] }),
  })
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('haltTitle', { symbol: `${market.base}/${market.quote}` })}
      description={t('haltExplained', { state: halt })}
      confirmLabel={t('save')}
      confirmKind={halt === 'trading' ? 'primary' : 'danger'}
      busy={deed.busy}
      failure={deed.failure}
      onConfirm={(reason) => void deed.run(reason).then((done) => done && onOpenChange(false))}
    >
      <Segmented
        label={t('halt')}
        value={halt}
        items={(['trading', 'cancel_only', 'halted'] as const).map((value) => ({ value, label: names[value] }))}
        onValueChange={setHalt}
      />
    </ReasonDialog>
  )
}
