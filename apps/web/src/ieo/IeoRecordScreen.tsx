import type { IeoStatus, IeoSubscription } from '@truemark/protocol/routes/ieo'
import { type BadgeTone } from '@truemark/ui/primitives/Badge'
import { Page } from '@truemark/ui/primitives/Page'
import { useTranslations } from 'use-intl'
import { useNavigate } from '../parts/router/useRouter.ts'
import { BackHeader } from '../parts/BackHeader.tsx'
import { AmountLine, Line, DeadlineLine, TimeLine } from '../parts/Line.tsx'
import { RecordPages } from '../parts/RecordPages.tsx'
import { LinkButton } from '../parts/TextLink.tsx'
import { RulesLine } from '../trade/door.ts'
import { recordCardClass, useMeantRecord } from '../wallet/door.ts'
import { RealOnly, RecordHead } from '../wealth/door.ts'
import { useIeoSubscriptions } from './ieoQueries.ts'

/** One's own applications with what they were allotted; `?id=` shows one alone. */
export function IeoRecordScreen() {
  return (
    <>
      <BackHeader name="ieoRecord" />
      <RealOnly>
        <Records />
      </RealOnly>
    </>
  )
}

function Records() {
  const t = useTranslations('ieo')
  const meant = useMeantRecord()
  const navigate = useNavigate()
  const query = useIeoSubscriptions(meant)
  const showAll = () => void navigate({ to: '/ieo/ieo-record', search: {}, replace: true })
  return (
    <Page width="panes">
      <RecordPages
        query={query}
        emptyTitle={t('records.emptyTitle')}
        emptyText={t('records.emptyText')}
        onAll={meant === '' ? undefined : showAll}
        action={<LinkButton to="/ieo/ieo">{t('records.to')}</LinkButton>}
      >
        {(one) => <Subscription key={one.subscription_id} one={one} meant={one.subscription_id === meant} />}
      </RecordPages>
    </Page>
  )
}

const tones: Record<IeoStatus, BadgeTone> = {
  subscribed: 'primary',
  allotted: 'info',
  delivered: 'up',
  returned: 'plain',
}

function Subscription({ one, meant }: { one: IeoSubscription; meant: boolean }) {
  const t = useTranslations('ieo')
  return (
    <li className={recordCardClass(meant)} aria-current={meant || undefined}>
      <RecordHead name={one.name} tone={tones[one.status]} status={t(`status.${one.status}`)} />
      <dl className="flex flex-col gap-1.5 text-14">
        <TimeLine label={t('field.subscriptionTime')} at={one.subscription_time} />
        <Line label={t('field.currency')}>{one.currency}</Line>
        <AmountLine
          label={t('field.applications')}
          strong
          value={one.applications}
          unit={one.currency}
          decimalsMin={0}
        />
        <AmountLine
          label={t('field.passes')}
          strong
          value={one.passes ?? undefined}
          unit={one.currency}
          decimalsMin={0}
        />
        <DeadlineLine label={t('field.timeToMarket')} at={one.time_to_market} />
        <RulesLine made={one.subscription_time} />
        <AmountLine
          label={t('field.frozen')}
          value={one.status === 'subscribed' ? one.amount : '0'}
          unit="USDT"
          decimalsMin={0}
        />
        {one.cost !== null && <AmountLine label={t('field.cost')} value={one.cost} unit="USDT" decimalsMin={0} />}
        {one.refund !== null && <AmountLine label={t('field.refund')} value={one.refund} unit="USDT" decimalsMin={0} />}
      </dl>
    </li>
  )
}
