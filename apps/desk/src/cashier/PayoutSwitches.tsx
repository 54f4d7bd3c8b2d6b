import { useQuery } from '@tanstack/react-query'
import { deskPayouts, deskPayoutsSwitch, type PayoutNetwork } from '@truemark/protocol/routes/deskPayouts'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { FailureNote, focusFault, isReasonText, ReasonField, useDeed } from '../deed/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { OwnSheet } from '../table/door.ts'

const everyMs = 15_000

/** The networks whose payouts programs make, and the switch that stops each at once; nothing where none does. */
export function PayoutSwitches() {
  const t = useTranslations('desk.payouts')
  const mayWrite = useMay('desk_wallet_write')
  const [turned, turn] = useState<PayoutNetwork | null>(null)
  const query = useQuery({ queryKey: ['payouts'], queryFn: () => call(deskPayouts, {}), refetchInterval: everyMs })
  const { items, day_max: max, day_used: used } = query.data ?? { items: [], day_max: '0', day_used: '0' }
  if (items.length === 0) return null
  return (
    <section aria-labelledby="payouts" className="mb-4 flex flex-col gap-3 rounded-card bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="payouts" className="text-16 font-medium">
          {t('title')}
        </h2>
        <p className="figures text-14 text-secondary">{t('day', { used, max })}</p>
      </div>
      <ul className="flex flex-col gap-3">
        {items.map((one) => (
          <Network key={one.network} network={one} onTurn={mayWrite ? () => turn(one) : null} />
        ))}
      </ul>
      {turned !== null && <SwitchSheet network={turned} onClose={() => turn(null)} />}
    </section>
  )
}

function Network({ network, onTurn }: { network: PayoutNetwork; onTurn: (() => void) | null }) {
  const t = useTranslations('desk.payouts')
  const dateTime = useDateTime()
  const { changed, changed_by: by, heard, lost, order_max: max, paused, reason, running, short } = network
  const facts = [
    t('orderMax', { max }),
    ...(running > 0 ? [t('running', { count: String(running) })] : []),
    ...(paused && changed !== null ? [`${dateTime(changed)} ${by}: ${reason}`] : []),
  ]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-1.5">
          <span className="text-14 font-medium">{network.network}</span>
          <Badge tone={paused ? 'danger' : 'up'}>{t(paused ? 'paused' : 'goesOn')}</Badge>
          {lost > 0 && <Badge tone="danger">{t('lostCount', { count: String(lost) })}</Badge>}
          {heard === null && <Badge tone="warning">{t('silent')}</Badge>}
          {short.map(({ amount, currency }) => (
            <Badge key={currency} tone="warning">
              {t('short', { amount, currency })}
            </Badge>
          ))}
        </span>
        <span className="figures text-12 break-words text-secondary">{facts.join(' · ')}</span>
      </div>
      {onTurn !== null && (
        <Button kind={paused ? 'secondary' : 'danger'} compact onClick={onTurn}>
          {t(paused ? 'resume' : 'pause')}
        </Button>
      )}
    </li>
  )
}

function SwitchSheet({ network: { network, paused }, onClose }: { network: PayoutNetwork; onClose: () => void }) {
  const t = useTranslations('desk')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const deed = useDeed({
    send: () => call(deskPayoutsSwitch, { body: { network, paused: !paused, reason: reason.trim() } }),
    touches: ['payouts', 'proposals'],
    done: () => t(paused ? 'payouts.settled' : 'payouts.pauseDone'),
  })
  const turn = () => {
    setTried(true)
    if (!isReasonText(reason)) return focusFault()
    if (!deed.busy) void deed.run(undefined).then((done) => done && onClose())
  }
  return (
    <OwnSheet onClose={onClose} title={t(paused ? 'payouts.resume' : 'payouts.pause')} description={network}>
      <div className="flex flex-col gap-4">
        <p className="text-14 text-secondary">{t(paused ? 'payouts.resumeExplained' : 'payouts.pauseExplained')}</p>
        <ReasonField label={t('deed.reason')} value={reason} onValueChange={setReason} tried={tried} onEnter={turn} />
        <FailureNote text={deed.failure} />
        <Button kind={paused ? 'primary' : 'danger'} busy={deed.busy} onClick={turn}>
          {t(paused ? 'payouts.resume' : 'payouts.pause')}
        </Button>
      </div>
    </OwnSheet>
  )
}
