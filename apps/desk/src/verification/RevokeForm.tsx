import { deskVerificationRevoke, type DeskVerificationOne } from '@truemark/protocol/routes/deskVerification'
import type { VerificationFault } from '@truemark/protocol/routes/verification'
import { Button } from '@truemark/ui/primitives/Button'
import { Card } from '@truemark/ui/primitives/Card'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, focusFault, isReasonText, ReasonField, useDeed } from '../deed/door.ts'
import { FaultFields, fieldsOf } from './FaultFields.tsx'

const touched = ['verification', 'verifications', 'users', 'user']

/** Asks for an approval to be taken back, with what was found; it is shown once somebody means to. */
export function RevokeForm({ one }: { one: DeskVerificationOne }) {
  const t = useTranslations('desk.verification')
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <Button kind="secondary" className="self-start" onClick={() => setOpen(true)}>
        {t('revoke')}
      </Button>
    )
  }
  return <Fields one={one} onDone={() => setOpen(false)} />
}

function Fields({ one, onDone }: { one: DeskVerificationOne; onDone: () => void }) {
  const t = useTranslations('desk')
  const [faults, setFaults] = useState<readonly VerificationFault[]>([])
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const deed = useDeed({
    send: () =>
      call(deskVerificationRevoke, {
        params: { id: one.id },
        body: { faults: [...faults], reason: reason.trim() },
      }),
    touches: touched,
    done: () => t('verification.revoked'),
  })
  const isMissing = faults.length === 0
  const revoke = () => {
    setTried(true)
    if (isMissing || !isReasonText(reason)) return focusFault()
    if (!deed.busy) void deed.run(undefined).then((done) => done && onDone())
  }
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-20 font-semibold">{t('verification.revoke')}</h2>
      <p className="text-14 text-pretty text-warning">{t('verification.revokeText')}</p>
      <FaultFields fields={fieldsOf[one.level]} faults={faults} onChange={setFaults} />
      <ReasonField label={t('deed.reason')} value={reason} onValueChange={setReason} tried={tried} />
      <FailureNote text={tried && isMissing ? t('verification.noFault') : deed.failure} />
      <div className="flex gap-3">
        <Button kind="secondary" onClick={onDone}>
          {t('common.cancel')}
        </Button>
        <Button kind="danger" busy={deed.busy} onClick={revoke}>
          {t('verification.revoke')}
        </Button>
      </div>
    </Card>
  )
}
