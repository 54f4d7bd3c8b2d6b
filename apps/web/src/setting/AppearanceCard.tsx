import { Change } from '@truemark/ui/primitives/Change'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Switch } from '@truemark/ui/primitives/Switch'
import { useTranslations } from 'use-intl'
import { tradeKeys, useTradeKeysOn } from '../data/tradeKeys.ts'
import { appearance, useAppearance, useShape } from '../i18n/door.ts'

/** Theme, and which colours a rise and a fall have, with a look at them. */
export function AppearanceCard() {
  const t = useTranslations('setting')
  const theme = useAppearance((state) => state.theme)
  const upDown = useAppearance((state) => state.upDown)
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-col gap-2">
        <span className="text-16 font-medium">{t('theme')}</span>
        <Segmented
          label={t('theme')}
          value={theme}
          items={[
            { value: 'dark', label: t('dark') },
            { value: 'light', label: t('light') },
          ]}
          onValueChange={(next) => appearance.setState({ theme: next })}
        />
      </div>
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="text-16 font-medium">{t('upDown')}</span>
          <span className="flex gap-3 text-14" aria-hidden="true">
            <Change value="1.25" />
            <Change value="-1.25" />
          </span>
        </div>
        <Segmented
          label={t('upDown')}
          value={upDown}
          items={[
            { value: 'green-up', label: t('greenUp') },
            { value: 'red-up', label: t('redUp') },
            { value: 'colour-blind', label: t('colourBlind') },
          ]}
          onValueChange={(next) => appearance.setState({ upDown: next })}
        />
        <p className="text-12 text-quiet">{t('colourHint')}</p>
      </div>
      {useShape() === 'desk' && <KeysRow />}
    </div>
  )
}

/** Whether letters are keys of the trading screen, which only a wide one has. */
function KeysRow() {
  const t = useTranslations('setting')
  const on = useTradeKeysOn()
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="flex min-w-0 flex-col">
        <span className="text-16 font-medium">{t('tradeKeys')}</span>
        <span className="text-12 text-quiet">{t('tradeKeysHint')}</span>
      </span>
      <Switch label={t('tradeKeys')} checked={on} onCheckedChange={(next) => tradeKeys.setState({ on: next })} />
    </div>
  )
}
