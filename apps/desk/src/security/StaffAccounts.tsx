import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deskStaff, deskStaffAccount, deskStaffNone, type StaffStanding } from '@truemark/protocol/routes/staff'
import { Button } from '@truemark/ui/primitives/Button'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ReasonDialog } from '../deed/door.ts'
import { useDateTime } from '../i18n/door.ts'

type Asked = { readonly staff: true } | { readonly staff: false; readonly uid: string }

/** What the signed-in operator says of customer accounts of their own; everyone reads it, without the name. */
export function StaffAccounts() {
  const t = useTranslations('desk.staff')
  const standing = useQuery({ queryKey: ['staff'], queryFn: () => call(deskStaff, {}) }).data
  const [asked, ask] = useState<Asked | null>(null)
  if (standing === undefined) return null
  return (
    <section aria-labelledby="staff-accounts" className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h2 id="staff-accounts" className="text-16 font-semibold">
          {t('title')}
        </h2>
        <p className="max-w-[72ch] text-14 text-secondary">{t('text')}</p>
      </div>
      <Standing standing={standing} onAsk={ask} />
      {asked && <StaffDialog asked={asked} onClose={() => ask(null)} />}
    </section>
  )
}

function Standing({ standing, onAsk }: { standing: StaffStanding; onAsk: (asked: Asked) => void }) {
  const t = useTranslations('desk.staff')
  const dateTime = useDateTime()
  const queries = useQueryClient()
  const none = useMutation({
    mutationFn: () => call(deskStaffNone, {}),
    onSuccess: (next) => queries.setQueryData(['staff'], next),
  })
  return (
    <>
      {standing.declared === 'none' && <p className="text-14">{t('saidNone')}</p>}
      {standing.accounts.length > 0 && (
        <ul className="overflow-hidden rounded-card bg-surface">
          {standing.accounts.map(({ uid, since }) => (
            <li key={uid} className="flex flex-wrap items-center gap-x-3 py-2.5 pr-2 pl-4 hairline-b last:shadow-none">
              <span className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5">
                <span className="figures text-14 font-medium wrap-anywhere">{uid}</span>
                <span className="figures text-12 text-quiet">{t('since', { time: dateTime(since) })}</span>
              </span>
              <Button kind="quiet" compact className="ml-auto" onClick={() => onAsk({ staff: false, uid })}>
                {t('untag')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {standing.declared === 'undeclared' && (
          <Button kind="secondary" busy={none.isPending} onClick={() => none.mutate()}>
            {t('none')}
          </Button>
        )}
        <Button kind="secondary" onClick={() => onAsk({ staff: true })}>
          {t('add')}
        </Button>
      </div>
    </>
  )
}

function StaffDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const t = useTranslations('desk.staff')
  const [typed, setTyped] = useState('')
  const { staff } = asked
  const uid = asked.staff ? typed.trim() : asked.uid
  return (
    <ReasonDialog
      onClose={onClose}
      title={staff ? t('add') : t('untag')}
      description={staff ? t('addText') : t('untagText')}
      confirmLabel={staff ? t('add') : t('untag')}
      confirmKind="primary"
      send={(reason) => call(deskStaffAccount, { params: { id: uid }, body: { staff, reason } })}
      touches={['staff']}
      done={staff ? t('added') : t('untagged')}
      isBarred={uid === ''}
    >
      {() =>
        staff ? (
          <TextInput
            label={t('uid')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={64}
            autoComplete="off"
          />
        ) : (
          <p className="figures text-14 wrap-anywhere">{uid}</p>
        )
      }
    </ReasonDialog>
  )
}
