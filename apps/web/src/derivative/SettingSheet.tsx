import { useMutation } from '@tanstack/react-query'
import type { MarginMode } from '@truemark/protocol/routes/derivative'
import { perpetualSet, type PerpetualSetting } from '@truemark/protocol/routes/perpetual'
import { Button } from '@truemark/ui/primitives/Button'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount, takeSetting } from '../data/account.ts'
import { call } from '../data/api.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { SendButton, useErrorText } from '../i18n/door.ts'
import { MultiplePicker } from './MultiplePicker.tsx'
import { useLotTerms } from './useLots.ts'
import type { LotTicket } from './useLotTicket.ts'

interface ChoiceProps {
  name: string
  value: string
  onPress: () => void
  children: ReactNode
}

/** Shows a choice, and leads to the change of it. */
function Choice({ name, value, onPress, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`${name}: ${value}`}
      onClick={onPress}
      className="feedback flex min-h-11 flex-1 items-center gap-2 rounded-control bg-raised px-3.5 text-14 font-medium hairline hover:bg-overlay"
    >
      <span className="flex flex-1 items-baseline gap-2">{children}</span>
      <ChevronDown size={18} strokeWidth={1.5} className="text-quiet" aria-hidden="true" />
    </button>
  )
}

interface MultipleButtonProps {
  multiple: number
  onPress: () => void
}

/** The multiple of the contracts that follow, and that each has a margin of its own. */
export function MultipleButton({ multiple, onPress }: MultipleButtonProps) {
  const t = useTranslations('trade')
  return (
    <Choice name={t('multiple')} value={`${multiple}×`} onPress={onPress}>
      <span className="text-secondary">{t('multiple')}</span>
      <span className="flex-1 text-left text-12 font-normal text-quiet">{t('isolated')}</span>
      <span className="figures">{multiple}×</span>
    </Choice>
  )
}

/** How the market is margined, as two buttons that lead to the change of it. */
export function SettingButtons({ setting, onPress }: { setting: PerpetualSetting; onPress: () => void }) {
  const t = useTranslations('trade')
  return (
    <div className="flex gap-2">
      <Choice name={t('marginMode')} value={t(setting.mode)} onPress={onPress}>
        {t(setting.mode)}
      </Choice>
      <Choice name={t('multiple')} value={`${setting.multiple}×`} onPress={onPress}>
        <span className="flex-1 text-left text-secondary">{t('multiple')}</span>
        <span className="figures">{setting.multiple}×</span>
      </Choice>
    </div>
  )
}

/** The choice of a contract's multiple; what is chosen counts for the orders that follow. */
export function MultipleSheet({ ticket, onDone }: { ticket: LotTicket; onDone: () => void }) {
  const t = useTranslations('trade')
  const terms = useLotTerms()?.get(ticket.symbol)
  const [multiple, setMultiple] = useState(ticket.multiple)
  if (terms === undefined) return null
  const apply = () => {
    ticket.act({ type: 'multiple', to: multiple })
    onDone()
  }
  return (
    <OwnSheet
      onClose={onDone}
      title={t('multiple')}
      footer={
        <Button wide onClick={apply}>
          {t('apply', { multiple: multiple.toString() })}
        </Button>
      }
    >
      <MultiplePicker terms={terms} value={multiple} onChange={setMultiple} />
    </OwnSheet>
  )
}

interface SettingSheetProps {
  symbol: string
  setting: PerpetualSetting
  onDone: () => void
}

/** Changes mode and multiple of a market that is flat and has no open orders; says why not otherwise. */
export function SettingSheet({ symbol, setting, onDone }: SettingSheetProps) {
  const t = useTranslations('trade')
  const own = useTranslations('perpetual')
  const errorText = useErrorText()
  const terms = useLotTerms()?.get(symbol)
  const [mode, setMode] = useState<MarginMode>(setting.mode)
  const [multiple, setMultiple] = useState(setting.multiple)
  const send = useMutation({
    mutationFn: () => call(perpetualSet, { params: { symbol }, body: { mode, multiple } }),
    onSuccess(changed) {
      takeSetting(changed)
      toast.success(t('settingDone'))
      onDone()
    },
    onError: () => void refreshAccount(),
  })
  const same = mode === setting.mode && multiple === setting.multiple
  return (
    <OwnSheet
      busy={send.isPending}
      onClose={onDone}
      title={own('settingTitle')}
      footer={
        <SendButton
          wide
          busy={send.isPending}
          disabled={!setting.changeable}
          onClick={() => (same ? onDone() : send.mutate())}
        >
          {t('applyMode', { mode: t(mode), multiple: multiple.toString() })}
        </SendButton>
      }
    >
      <div className="flex flex-col gap-4">
        {!setting.changeable && (
          <p className="rounded-control bg-warning-soft p-3 text-14 text-warning">{t('settingFixed')}</p>
        )}
        <Segmented
          label={t('marginMode')}
          value={mode}
          items={[
            { value: 'cross', label: t('cross') },
            { value: 'isolated', label: t('isolated') },
          ]}
          onValueChange={setMode}
        />
        <p className="text-14 text-secondary">{t(`${mode}Explained`)}</p>
        {terms && <MultiplePicker terms={terms} value={multiple} onChange={setMultiple} />}
        <Refused text={send.isError ? errorText(send.error) : undefined} />
      </div>
    </OwnSheet>
  )
}
