import type { OperatorRole } from '@truemark/protocol/routes/desk'
import { deskOperatorInvite } from '@truemark/protocol/routes/deskOperators'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NewLink } from '../approvals/door.ts'
import { call } from '../data/http.ts'
import { FailureNote, focusFault, isReasonText, ReasonField, useDeed } from '../deed/door.ts'
import { OwnSheet } from '../table/door.ts'
import { RoleSelect } from './RoleSelect.tsx'

/** Makes the one-time link of a new operator, or asks a second person for it. */
export function InviteSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations('desk')
  const [role, setRole] = useState<OperatorRole>('support')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const deed = useDeed({
    send: async () => {
      const answer = await call(deskOperatorInvite, { body: { role, reason: reason.trim() } })
      setLink(answer.link)
      return answer
    },
    touches: ['operators'],
    done: () => t('operators.invited'),
    keep: () => true,
  })
  const invite = () => {
    setTried(true)
    if (!isReasonText(reason)) return focusFault()
    if (!deed.busy) void deed.run(undefined).then((done) => done && onOpenChange(false))
  }
  return (
    <OwnSheet
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('operators.invite')}
      description={t('operators.inviteExplained')}
      footer={
        link === null && (
          <Button className="flex-1" busy={deed.busy} onClick={invite}>
            {t('operators.invite')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {link === null ? (
          <>
            <RoleSelect value={role} onChange={setRole} />
            <ReasonField label={t('deed.reason')} value={reason} onValueChange={setReason} tried={tried} />
          </>
        ) : (
          <NewLink link={link} />
        )}
        <FailureNote text={deed.failure} />
      </div>
    </OwnSheet>
  )
}
