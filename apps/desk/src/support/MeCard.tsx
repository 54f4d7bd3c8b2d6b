import { useQuery } from '@tanstack/react-query'
import { deskSupportMe, deskSupportMeChange } from '@truemark/protocol/routes/deskSupport'
import { Button } from '@truemark/ui/primitives/Button'
import { Switch } from '@truemark/ui/primitives/Switch'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useLive } from '../data/live.ts'
import { useMay } from '../data/session.ts'
import { FailureNote, useDeed } from '../deed/door.ts'

const nameLengthMax = 40

/** Whether one takes chats now, and the name under which users see one. */
export function MeCard() {
  const mayTake = useMay('desk_support_write')
  const query = useQuery({
    queryKey: ['supportMe'],
    queryFn: () => call(deskSupportMe, {}),
    enabled: mayTake,
    staleTime: Infinity,
  })
  if (!mayTake || query.data === undefined) return null
  return <MeForm key={query.data.shown} me={query.data} />
}

function MeForm({ me }: { me: { readonly shown: string; readonly available: boolean } }) {
  const t = useTranslations('desk.support')
  const common = useTranslations('desk.common')
  const isLive = useLive()
  const [shown, setShown] = useState(me.shown)
  const deed = useDeed({
    send: (next: { shown: string; available: boolean }) => call(deskSupportMeChange, { body: next }),
    touches: ['supportMe', 'supportOperators', 'chats'],
    done: ({ available }) => t(available ? 'nowOnline' : 'nowAway'),
  })
  const isChanged = shown.trim() !== me.shown
  return (
    <div className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <div className="flex items-center gap-3">
        <Switch
          label={t('available')}
          checked={me.available}
          disabled={deed.busy}
          onCheckedChange={(available) => void deed.run({ shown: me.shown, available })}
        />
        <span className="flex min-w-0 flex-col">
          <span aria-hidden="true" className="text-16 font-medium">
            {t('available')}
          </span>
          <span className="text-12 text-quiet">
            {t(!isLive ? 'notLive' : me.available ? 'availableText' : 'awayText')}
          </span>
        </span>
      </div>
      <div className="flex min-w-0 items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextInput
            label={t('shown')}
            placeholder={t('shownNone')}
            maxLength={nameLengthMax}
            autoComplete="off"
            autoCapitalize="words"
            value={shown}
            onChange={(event) => setShown(event.target.value)}
          />
        </div>
        {isChanged && (
          <Button
            kind="secondary"
            busy={deed.busy}
            onClick={() => void deed.run({ shown: shown.trim(), available: me.available })}
          >
            {common('save')}
          </Button>
        )}
      </div>
      <FailureNote text={deed.failure} />
    </div>
  )
}
