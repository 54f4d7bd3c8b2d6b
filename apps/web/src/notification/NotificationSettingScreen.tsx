import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notificationCategories, type NotificationCategory } from '@truemark/protocol/notificationMessage'
import {
  notificationSettingChange,
  notificationSettingRead,
  type NotificationSetting,
} from '@truemark/protocol/routes/notification'
import { Page } from '@truemark/ui/primitives/Page'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { Switch } from '@truemark/ui/primitives/Switch'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { BackHeader } from '../parts/BackHeader.tsx'
import { LoadFailed } from '../parts/LoadFailed.tsx'
import { useErrorText } from '../i18n/door.ts'
import { DevicePush } from './DevicePush.tsx'
import { QuietHours } from './QuietHours.tsx'
import { NotificationTexts } from './texts.tsx'

const settingKey = ['notificationSetting'] as const

/** Which notifications are mailed and pushed, and when not. */
export function NotificationSettingScreen() {
  return (
    <>
      <BackHeader name="notificationSetting" />
      <Page width="reading">
        <NotificationTexts>
          <Setting />
        </NotificationTexts>
      </Page>
    </>
  )
}

function Setting() {
  const shell = useTranslations('shell')
  const { data, isError, refetch } = useQuery({
    queryKey: settingKey,
    queryFn: () => call(notificationSettingRead, {}),
  })
  const save = useSave()
  if (data === undefined) {
    if (!isError) return <SkeletonRows rows={8} label={shell('state.loading')} />
    return <LoadFailed onRetry={() => void refetch()} />
  }
  return (
    <div className="flex flex-col gap-6 pt-2">
      <DevicePush />
      <Channels setting={data} onChange={save} />
      <QuietHours setting={data} onChange={save} />
    </div>
  )
}

/** Shows a change at once; where it can't be kept, what the server has comes back. */
function useSave(): (setting: NotificationSetting) => void {
  const t = useTranslations('notification.setting')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (setting: NotificationSetting) => call(notificationSettingChange, { body: setting }),
    onMutate: (setting) => queries.setQueryData(settingKey, setting),
    onSuccess: () => toast.success(t('saved'), { id: 'notificationSetting' }),
    async onError(failure) {
      toast.error(errorText(failure))
      await queries.invalidateQueries({ queryKey: settingKey })
    },
  })
  return (setting) => save.mutate(setting)
}

interface PartProps {
  setting: NotificationSetting
  onChange: (setting: NotificationSetting) => void
}

function Channels({ setting, onChange }: PartProps) {
  const t = useTranslations('notification')
  return (
    <section aria-labelledby="channels" className="flex flex-col gap-2">
      <p id="channels" className="text-14 text-secondary">
        {t('setting.intro')}
      </p>
      <div className="overflow-hidden rounded-card bg-surface">
        <div aria-hidden="true" className="flex justify-end gap-1 px-3 pt-3 text-12 text-quiet">
          <span className="w-16 text-center">{t('setting.mail')}</span>
          <span className="w-16 text-center wrap-anywhere">{t('setting.push')}</span>
        </div>
        <ul>
          {notificationCategories.map((category) => (
            <ChannelRow key={category} category={category} setting={setting} onChange={onChange} />
          ))}
        </ul>
      </div>
      <p className="text-12 text-quiet">{t('setting.demoMail')}</p>
    </section>
  )
}

function ChannelRow({ category, setting, onChange }: PartProps & { category: NotificationCategory }) {
  const t = useTranslations('notification')
  const name = t(`category.${category}`)
  const choice = setting.channels[category]
  const set = (next: Partial<typeof choice>) =>
    onChange({ ...setting, channels: { ...setting.channels, [category]: { ...choice, ...next } } })
  return (
    <li className="flex min-h-14 items-center gap-1 py-1 pr-3 pl-4 hairline-b last:shadow-none">
      <span className="min-w-0 flex-1 text-16 wrap-anywhere">{name}</span>
      <span className="grid w-16 place-items-center">
        <Switch
          label={t('setting.mailOf', { category: name })}
          checked={choice.mail}
          onCheckedChange={(mail) => set({ mail })}
        />
      </span>
      <span className="grid w-16 place-items-center">
        <Switch
          label={t('setting.pushOf', { category: name })}
          checked={choice.push}
          onCheckedChange={(push) => set({ push })}
        />
      </span>
    </li>
  )
}
