import { deskSymbolHalt, type DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import { haltGround, type HaltGround } from '@truemark/protocol/routes/suspensions'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Select } from '@truemark/ui/primitives/Select'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ReasonDialog, wholeUpTo } from '../deed/door.ts'
import { useHaltNames } from './MarketBadges.tsx'

export interface HaltDialogProps {
  market: DeskSymbol
  open: boolean
  onClose: () => void
}

type Halt = DeskSymbol['halt']
const hoursMax = 24

/** Halts a market, leaves only cancelling, or lets it trade again, for everyone and with a reason. */
export function HaltDialog({ market, open, onClose }: HaltDialogProps) {
  const t = useTranslations('desk.symbols')
  const deeds = useTranslations('desk.deed')
  const users = useTranslations('desk.users')
  const names = useHaltNames()
  const [halt, setHalt] = useState<Halt>(market.halt === 'trading' ? 'cancel_only' : 'trading')
  const [ground, setGround] = useState<HaltGround>('technical_fault')
  const [hours, setHours] = useState(String(hoursMax))
  const count = wholeUpTo(hours, hoursMax)
  const isReady = halt === 'trading' || count !== null
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={t('haltTitle', { symbol: `${market.base}/${market.quote}` })}
      description={t('haltExplained', { state: halt })}
      confirmLabel={deeds('save')}
      confirmKind={halt === 'trading' ? 'primary' : 'danger'}
      send={(reason) => {
        const body = halt === 'trading' ? { halt, reason } : { halt, ground, hours: count ?? hoursMax, reason }
        return call(deskSymbolHalt, { params: { symbol: market.symbol }, body })
      }}
      touches={['symbols', 'proposals']}
      done={t('haltDone', { symbol: market.symbol, state: names[halt] })}
      isBarred={!isReady}
    >
      {(tried) => (
        <>
          <Segmented
            label={t('halt')}
            value={halt}
            items={(['trading', 'cancel_only', 'halted'] as const).map((value) => ({ value, label: names[value] }))}
            onValueChange={setHalt}
          />
          {halt !== 'trading' && (
            <>
              <p className="text-14 text-quiet">{t('haltHour')}</p>
              <Select
                label={t('haltGround')}
                value={ground}
                options={haltGround.options.map((value) => ({ value, label: t(`haltGrounds.${value}`) }))}
                onValueChange={setGround}
              />
              <TextInput
                label={t('haltHours')}
                inputMode="numeric"
                autoComplete="off"
                error={tried && !isReady ? users('daysFault', { max: hoursMax }) : undefined}
                value={hours}
                onChange={(event) => setHours(event.target.value)}
              />
            </>
          )}
        </>
      )}
    </ReasonDialog>
  )
}
