import { deskReadOnlyLift, deskReadOnlySet, readOnlyBounds } from '@truemark/protocol/routes/readOnly'
import { serverNow } from '@truemark/ui/device/serverTime'
import { Button } from '@truemark/ui/primitives/Button'
import { Card } from '@truemark/ui/primitives/Card'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { ChangeSheet, ReasonDialog } from '../deed/door.ts'
import { MomentField, momentOf } from '../draft/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { LoadFailure } from '../table/door.ts'
import { readOnlyKey, useReadOnly, useReadOnlyText } from './readOnly.ts'
import { readOnlyFaults, readOnlyRead } from './readOnlyDraft.ts'

const minuteMs = 60_000

/** Has nothing be changed here for a time, by two people; one ends it. */
export function ReadOnlyPart() {
  const t = useTranslations('desk.appData.readOnly')
  const mayWrite = useMay('desk_market_write')
  const words = useTranslations('desk.readOnly')
  const query = useReadOnly()
  const text = useReadOnlyText()
  const [doing, setDoing] = useState<'set' | 'lift' | null>(null)
  const { data } = query
  const period = data?.period ?? null
  return (
    <section className="flex max-w-224 flex-col gap-3 pt-8">
      <h2 className="text-20 font-semibold">{words('title')}</h2>
      <p className="max-w-[72ch] text-14 text-secondary">{t('explained')}</p>
      {query.isPending && <Skeleton className="h-20 w-full rounded-card" />}
      {query.isError && !data && <LoadFailure query={query} />}
      {data && (
        <Card className="flex flex-wrap items-center justify-between gap-3 p-5">
          <p className={period === null ? 'text-16' : 'figures text-16 font-medium text-warning'}>
            {period === null ? t('none') : text(period)}
          </p>
          {mayWrite && (
            <Button kind="secondary" onClick={() => setDoing(period === null ? 'set' : 'lift')}>
              {period === null ? t('set') : t('lift')}
            </Button>
          )}
        </Card>
      )}
      {doing === 'set' && <SetSheet onClose={() => setDoing(null)} />}
      {doing === 'lift' && <LiftDialog onClose={() => setDoing(null)} />}
    </section>
  )
}

function SetSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk.appData.readOnly')
  const dateTime = useDateTime()
  const [draft, setDraft] = useState({ from: '', minutes: '30' })
  const faults = readOnlyFaults(draft, serverNow())
  const begin = momentOf(draft.from)
  const { minutesMin: min, minutesMax: max } = readOnlyBounds
  const until = begin === null ? null : begin + Number(draft.minutes) * minuteMs
  const written =
    begin === null || until === null
      ? t('atOnce', { minutes: draft.minutes })
      : `${dateTime(begin)} – ${dateTime(until)}`
  return (
    <ChangeSheet
      onClose={onClose}
      title={t('set')}
      description={t('setExplained')}
      changes={faults.size > 0 ? [] : [{ name: t('period'), from: '–', to: written }]}
      consequences={[t('stops'), t('goesOn'), t('noLonger')]}
      faulty={faults.size > 0}
      send={(reason) => call(deskReadOnlySet, { body: { ...readOnlyRead(draft), reason } })}
      touches={[readOnlyKey]}
    >
      {(tried) => (
        <>
          <MomentField
            label={t('from')}
            value={draft.from}
            hint={faults.has('from') && !tried ? t('fromWrong') : t('fromHint')}
            isWrong={tried && faults.has('from')}
            onChange={(from) => setDraft({ ...draft, from })}
          />
          <TextInput
            label={t('minutes')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={draft.minutes}
            error={faults.has('minutes') ? t('minutesWrong', { min: String(min), max: String(max) }) : undefined}
            onChange={(event) => setDraft({ ...draft, minutes: event.target.value })}
          />
        </>
      )}
    </ChangeSheet>
  )
}

function LiftDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk.appData.readOnly')
  return (
    <ReasonDialog
      onClose={onClose}
      title={t('lift')}
      description={t('liftExplained')}
      confirmLabel={t('lift')}
      send={(reason) => call(deskReadOnlyLift, { body: { reason } })}
      touches={[readOnlyKey]}
      done={t('lifted')}
    />
  )
}
