import { disableMaxMs } from '@truemark/core/suspension/words'
import { deskUserDisable, type DeskUser } from '@truemark/protocol/routes/desk'
import { disableGround, type DisableGround } from '@truemark/protocol/routes/touches'
import { Button } from '@truemark/ui/primitives/Button'
import { Select } from '@truemark/ui/primitives/Select'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ReasonDialog, wholeUpTo } from '../deed/door.ts'
import { DaysInput } from './DaysInput.tsx'

const max = disableMaxMs / 86_400_000

/** Disables a user, or enables one again, with a reason. */
export function DisableButton({ user }: { user: DeskUser }) {
  const t = useTranslations('desk.users')
  const [asking, setAsking] = useState(0)
  const [open, setOpen] = useState(false)
  const next = !user.disabled
  // What was asked stands while its dialog goes away, although the user is already the other way round.
  const [disabled, setDisabled] = useState(next)
  const [ground, setGround] = useState<DisableGround>('security')
  const [days, setDays] = useState('30')
  const count = wholeUpTo(days, max)
  const labelOf = (disabling: boolean) => (disabling ? t('disable') : t('enable'))
  return (
    <>
      <Button
        kind={next ? 'danger' : 'secondary'}
        compact
        onClick={() => {
          setDisabled(next)
          setAsking(asking + 1)
          setOpen(true)
        }}
      >
        {labelOf(next)}
      </Button>
      <ReasonDialog
        key={asking}
        open={open}
        onClose={() => setOpen(false)}
        title={labelOf(disabled)}
        description={
          <>
            <span className="figures block break-all text-text">{user.email || user.phone || user.uid}</span>
            {disabled ? t('disableExplained') : t('enableExplained')}
          </>
        }
        confirmLabel={labelOf(disabled)}
        confirmKind={disabled ? 'danger' : 'primary'}
        send={(reason) => {
          const body = disabled ? { disabled, ground, days: count ?? max, reason } : { disabled, reason }
          return call(deskUserDisable, { params: { id: user.uid }, body })
        }}
        touches={['user', 'users', 'freeze', 'touches', 'proposals']}
        done={disabled ? t('disabledDone') : t('enabledDone')}
        isBarred={disabled && count === null}
      >
        {(tried) =>
          disabled && (
            <>
              <Select
                label={t('disableGround')}
                value={ground}
                options={disableGround.options.map((value) => ({ value, label: t(`disableGrounds.${value}`) }))}
                onValueChange={setGround}
              />
              <DaysInput days={days} max={max} tried={tried} onChange={setDays} />
            </>
          )
        }
      </ReasonDialog>
    </>
  )
}
