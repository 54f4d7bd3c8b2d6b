import { ApiError } from '@truemark/protocol/calling'
import { client } from '@truemark/protocol/client'
import { readNickname } from '@truemark/protocol/nickname'
import type { UserInfo } from '@truemark/protocol/routes/identity'
import { Button } from '@truemark/ui/primitives/Button'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { toast } from 'sonner'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useTried } from '../parts/useTried.ts'
import { useErrorText } from '../i18n/door.ts'
import { useProfile } from './useProfile.ts'

const lengths = { min: String(client.nicknameLengthMin), max: String(client.nicknameLengthMax) }
/** More than any nickname has: who types too much is told, not cut off. */
const typedMax = 64

/** Another nickname. */
export function NicknameSheet({ user, onClose }: { user: UserInfo; onClose: () => void }) {
  const t = useTranslations('setting')
  const profile = useTranslations('setting.profile')
  const notices = useTranslations('notices')
  const errors = useTranslations('errors')
  const errorText = useErrorText()
  const [typed, setTyped] = useState(user.nickname)
  const { change } = useProfile(() => {
    toast.success(notices('nicknameUpdated'))
    onClose()
  })
  const nickname = readNickname(typed)
  const failure = change.error
  const isRefused = failure instanceof ApiError && failure.reason === 'nickname_invalid'
  const { tried, onSubmit } = useTried(
    nickname === null,
    () => nickname !== null && change.mutate({ body: { nickname } }),
    change.isPending,
  )
  const fault = (tried && nickname === null) || isRefused ? errors('nickname_invalid', lengths) : undefined
  return (
    <OwnSheet onClose={onClose} title={t('nickname')}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextInput
          label={t('nickname')}
          hint={profile('nicknameHint', lengths)}
          autoComplete="nickname"
          maxLength={typedMax}
          value={typed}
          error={fault}
          onChange={(event) => {
            setTyped(event.target.value)
            if (change.isError) change.reset()
          }}
        />
        <Refused text={failure === null || isRefused ? undefined : errorText(failure)} />
        <Button type="submit" wide busy={change.isPending}>
          {profile('save')}
        </Button>
      </form>
    </OwnSheet>
  )
}
