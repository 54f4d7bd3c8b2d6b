import {
  deskVerificationApprove,
  deskVerificationReject,
  type DeskVerificationOne,
} from '@truemark/protocol/routes/deskVerification'
import type { VerificationFault } from '@truemark/protocol/routes/verification'
import { Button } from '@truemark/ui/primitives/Button'
import { Card } from '@truemark/ui/primitives/Card'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, useDeed } from '../deed/door.ts'
import { FaultFields, fieldsOf, noteLengthMax } from './FaultFields.tsx'

const touched = ['verification', 'verifications', 'users', 'user']

/** Approves a submission, or rejects it with a reason for each field at fault. */
export function DecisionForm({ one }: { one: DeskVerificationOne }) {
  const t = useTranslations('desk')
  const [act, setAct] = useState<'approve' | 'reject'>('approve')
  const [note, setNote] = useState('')
  const [faults, setFaults] = useState<readonly VerificationFault[]>([])
  const [tried, setTried] = useState(false)
  const deed = useDeed({
    send: () => {
      const params = { id: one.id }
      return act === 'approve'
        ? call(deskVerificationApprove, { params, body: { note: note.trim() } })
        : call(deskVerificationReject, { params, body: { faults: [...faults], note: note.trim() } })
    },
    touches: touched,
    done: () => t(act === 'approve' ? 'verification.approved' : 'verification.rejected'),
  })
  const isMissing = act === 'reject' && faults.length === 0
  const decide = () => {
    setTried(true)
    if (!isMissing && !deed.busy) void deed.run(undefined)
  }
  return (
    <Card className="flex flex-col gap-4">
      <Segmented
        label={t('verification.decision')}
        value={act}
        items={[
          { value: 'approve', label: t('verification.approve') },
          { value: 'reject', label: t('verification.reject') },
        ]}
        onValueChange={setAct}
      />
      {act === 'reject' && <FaultFields fields={fieldsOf[one.level]} faults={faults} onChange={setFaults} />}
      <TextInput
        label={t('verification.note')}
        aside={t('common.optional')}
        autoComplete="off"
        maxLength={noteLengthMax}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <FailureNote text={tried && isMissing ? t('verification.noFault') : deed.failure} />
      <Button kind={act === 'approve' ? 'primary' : 'danger'} busy={deed.busy} onClick={decide}>
        {t(act === 'approve' ? 'verification.approve' : 'verification.reject')}
      </Button>
    </Card>
  )
}
