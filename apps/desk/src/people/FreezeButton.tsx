import { useQuery } from '@tanstack/react-query'
import { dayMs } from '@truemark/core/money/units'
import { holderSuspensionMaxMs } from '@truemark/core/suspension/words'
import { deskUserFreeze, deskUserTouches, freezeGround, type Freeze } from '@truemark/protocol/routes/touches'
import { Button } from '@truemark/ui/primitives/Button'
import { Select } from '@truemark/ui/primitives/Select'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { isReasonText, ReasonDialog, wholeUpTo } from '../deed/door.ts'
import { Notice } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { DaysInput } from './DaysInput.tsx'

/** What an account is held by, read beside who touched it; undefined before the first answer. */
function useBars(uid: string) {
  const read = () => call(deskUserTouches, { params: { id: uid }, query: { limit: '1' } })
  return useQuery({ queryKey: ['freeze', uid], queryFn: read }).data
}

/** Says that an account is disabled or frozen, since when and on which ground, as its owner reads it. */
export function FreezeNotice({ uid }: { uid: string }) {
  const t = useTranslations('desk.users')
  const dateTime = useDateTime()
  const bars = useBars(uid)
  const disabled = bars?.disabled ?? null
  const freeze = bars?.freeze ?? null
  const until = (bar: Pick<Freeze, 'until' | 'basis'>) => {
    const name = bar.basis === 'emergency' ? 'untilAlone' : bar.basis === 'confirmed' ? 'untilConfirmed' : 'untilOther'
    return t(name, { time: dateTime(bar.until) })
  }
  return (
    <div className="-mb-4 empty:hidden">
      {disabled !== null && (
        <Notice title={t('disabledSince', { time: dateTime(disabled.since) })}>
          {disabled.ground !== null && `${t(`disableGrounds.${disabled.ground}`)}. `}
          {until(disabled)}
        </Notice>
      )}
      {freeze !== null && (
        <Notice title={t('frozenSince', { time: dateTime(freeze.since) })}>
          {t(`grounds.${freeze.ground}`)}: {freeze.reference}. {until(freeze)}
        </Notice>
      )}
    </div>
  )
}

/** Keeps an account's money from being withdrawn on a legal ground, or lifts that. */
export function FreezeButton({ uid }: { uid: string }) {
  const t = useTranslations('desk.users')
  const freeze = useBars(uid)?.freeze
  const [asked, setAsked] = useState<{ lifts: boolean } | null>(null)
  if (freeze === undefined) return null
  const lifts = freeze !== null
  return (
    <>
      <Button kind={lifts ? 'secondary' : 'danger'} compact onClick={() => setAsked({ lifts })}>
        {lifts ? t('unfreeze') : t('freeze')}
      </Button>
      {asked && <FreezeDialog uid={uid} lifts={asked.lifts} onClose={() => setAsked(null)} />}
    </>
  )
}

function FreezeDialog({ uid, lifts, onClose }: { uid: string; lifts: boolean; onClose: () => void }) {
  const t = useTranslations('desk')
  const [ground, setGround] = useState<Freeze['ground']>('court_order')
  const [reference, setReference] = useState('')
  const [days, setDays] = useState('7')
  const max = holderSuspensionMaxMs('freeze', ground) / dayMs
  const count = wholeUpTo(days, max)
  const isReady = lifts || (isReasonText(reference) && count !== null)
  return (
    <ReasonDialog
      onClose={onClose}
      title={lifts ? t('users.unfreeze') : t('users.freeze')}
      description={lifts ? t('users.unfreezeExplained') : t('users.freezeExplained')}
      confirmLabel={lifts ? t('users.unfreeze') : t('users.freeze')}
      confirmKind={lifts ? 'primary' : 'danger'}
      send={(reason) => {
        const freeze = lifts ? null : { ground, reference: reference.trim(), days: count ?? max }
        return call(deskUserFreeze, { params: { id: uid }, body: { freeze, reason } })
      }}
      touches={['freeze', 'touches', 'proposals']}
      done={lifts ? t('users.unfrozenDone') : t('users.frozenDone')}
      isBarred={!isReady}
    >
      {(tried) =>
        !lifts && (
          <>
            <Select
              label={t('users.ground')}
              value={ground}
              options={freezeGround.options.map((value) => ({ value, label: t(`users.grounds.${value}`) }))}
              onValueChange={setGround}
            />
            <TextInput
              label={t('users.reference')}
              hint={t('users.referenceHint')}
              error={tried && !isReasonText(reference) ? t('fault.reason') : undefined}
              autoCapitalize="sentences"
              autoComplete="off"
              maxLength={200}
              value={reference}
              onChange={(event) => setReference(event.target.value)}
            />
            <DaysInput days={days} max={max} tried={tried} onChange={setDays} />
          </>
        )
      }
    </ReasonDialog>
  )
}
