import { useMutation } from '@tanstack/react-query'
import type { MarginMode } from '@truemark/protocol/routes/derivative'
import { perpetualSet, type PerpetualSetting } from '@truemark/protocol/routes/perpetual'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount, takeSetting } from '../data/account.ts'
import { call } from '../data/api.ts'
import { MultiplePicker, useLotTerms } from '../derivative/door.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { SendButton, useErrorText } from '../reader/door.ts'

/** How the market is margined, as two buttons that lead to the change of it. */
export function SettingButtons({ setting, onPress }: { setting: PerpetualSetting; onPress: () => void }) {
  const t = useTranslations('trade')
  const look =
    'feedback flex min-h-11 flex-1 items-center justify-between gap-2 rounded-control bg-raised px-3.5 text-14 font-medium hairline hover:bg-overlay'
  return (
    <div className="flex gap-2">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t('marginMode')}: ${t(setting.mode)}`}
        onClick={onPress}
        className={look}
      >
        {t(setting.mode)}
        <ChevronDown size={18} strokeWidth={1.5} className="text-quiet" aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t('multiple')}: ${setting.multiple}×`}
        onClick={onPress}
        className={look}
      >
        <span className="text-secondary">{t('multiple')}</span>
        <span className="flex items-center gap-1">
          <span className="figures">{setting.multiple}×</span>
          <ChevronDown size={18} strokeWidth={1.5} className="text-quiet" aria-hidden="true" />
        </span>
      </button>
    </div>
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
