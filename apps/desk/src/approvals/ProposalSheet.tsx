import { wealthProducts } from '@truemark/core/capability/products'
import { isReason } from '@truemark/protocol/errors'
import { deskProposalCallOff, deskProposalDecide, type Proposal } from '@truemark/protocol/routes/deskProposals'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, focusFault, isReasonText, ReasonField, useDeed } from '../deed/door.ts'
import { Facts, OwnSheet } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { InvitationLink } from './InvitationLink.tsx'
import { useDetailWords } from './useDetailWords.ts'

const digestShown = 12

/** What an applied proposal may have changed. */
const touches = [
  'proposals',
  'symbols',
  'listings',
  'feed',
  'operators',
  'networks',
  'treasury',
  'deposits',
  'reconciliations',
  'assets',
  'products',
  ...wealthProducts,
  'contents',
  'certificates',
] as const

const doneTexts = { approve: 'approvedDone', refuse: 'refusedDone', callOff: 'calledOffDone' } as const
type Choice = keyof typeof doneTexts

/** One proposal whole, and the decision on it: with a reason, bound to what is shown here. */
export function ProposalSheet({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const t = useTranslations('desk')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { id, detail, digest, mine, state, may_call_off: mayCallOff } = proposal
  const deed = useDeed({
    send: async (choice: Choice) => {
      const said = reason.trim()
      if (choice === 'callOff') {
        await call(deskProposalCallOff, { params: { id }, body: { reason: said } })
        return
      }
      const body = { approve: choice === 'approve', digest, reason: said }
      await call(deskProposalDecide, { params: { id }, body })
    },
    touches,
    done: (choice) => t(`approvals.${doneTexts[choice]}`),
  })
  const decide = (choice: Choice) => {
    setTried(true)
    if (!isReasonText(reason)) return focusFault()
    if (!deed.busy) void deed.run(choice).then((done) => done && onClose())
  }
  const mayRefuse = state === 'open' && (mine || proposal.may_decide)
  const mayChoose = mayRefuse || mayCallOff || proposal.may_decide
  return (
    <OwnSheet
      onClose={onClose}
      title={t(`approvals.kinds.${proposal.kind}`)}
      description={proposal.subject}
      footer={mayChoose && <Choices proposal={proposal} mayRefuse={mayRefuse} busy={deed.busy} onChoose={decide} />}
    >
      <div className="flex flex-col gap-5">
        <ProposalChanges proposal={proposal} />
        <ProposalFacts proposal={proposal} />
        {proposal.may_take_link && <InvitationLink id={id} />}
        {proposal.may_decide && detail['spoken_code'] !== undefined && (
          <p className="text-14 text-secondary">{t('approvals.spokenText')}</p>
        )}
        {mayCallOff && <p className="text-14 text-secondary">{t('approvals.callOffText')}</p>}
        {mayChoose && (
          <ReasonField label={t('approvals.reason')} value={reason} onValueChange={setReason} tried={tried} />
        )}
        {mine && state === 'open' && !proposal.may_decide && (
          <p className="text-14 text-secondary">{t('approvals.ownText')}</p>
        )}
        <FailureNote text={deed.failure} />
      </div>
    </OwnSheet>
  )
}

interface ChoicesProps {
  proposal: Proposal
  mayRefuse: boolean
  busy: boolean
  onChoose: (choice: Choice) => void
}

function Choices({ proposal, mayRefuse, busy, onChoose }: ChoicesProps) {
  const t = useTranslations('desk')
  const { mine, state, may_call_off: mayCallOff, may_decide: mayDecide } = proposal
  return (
    <>
      {mayRefuse && (
        <Button kind="danger" className="flex-1" busy={busy} onClick={() => onChoose('refuse')}>
          {mine ? t('approvals.takeBack') : t('approvals.refuse')}
        </Button>
      )}
      {mayCallOff && (
        <Button kind="danger" className="flex-1" busy={busy} onClick={() => onChoose('callOff')}>
          {t('approvals.callOff')}
        </Button>
      )}
      {mayDecide && (
        <Button className="flex-1" busy={busy} onClick={() => onChoose('approve')}>
          {state === 'approved' ? t('common.retry') : t('approvals.approve')}
        </Button>
      )}
    </>
  )
}

function ProposalChanges({ proposal: { kind, detail } }: { proposal: Proposal }) {
  const t = useTranslations('desk.approvals')
  const words = useDetailWords(kind)
  const lines = Object.entries(detail).map(([name, value]) => words(name, value))
  return (
    <section className="flex flex-col gap-2 rounded-control bg-raised p-3.5">
      <h3 className="text-14 font-medium">{t('changes')}</h3>
      <dl className="flex flex-col gap-2">
        {lines.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-12 text-quiet">{name}</dt>
            <dd className="figures min-w-0 text-14 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const t = useTranslations('desk')
  const errorText = useTranslations('errors')
  const dateTime = useDateTime()
  const { failure } = proposal
  const facts = [
    { name: t('approvals.askedBy'), value: proposal.asked_by },
    { name: t('approvals.asked'), value: <span className="figures">{dateTime(proposal.asked)}</span> },
    { name: t('approvals.why'), value: proposal.reason },
    { name: t('approvals.digest'), value: <span className="figures">{proposal.digest.slice(0, digestShown)}</span> },
  ]
  const decided = [
    { name: t('approvals.decidedBy'), value: proposal.decided_by },
    { name: t('approvals.reason'), value: proposal.decision_reason },
    ...(proposal.due === null
      ? []
      : [{ name: t('approvals.due'), value: <span className="figures">{dateTime(proposal.due)}</span> }]),
  ]
  const failed = [{ name: t('approvals.failure'), value: isReason(failure) ? errorText(failure) : failure }]
  return <Facts facts={[...facts, ...(proposal.decided === null ? [] : decided), ...(failure === '' ? [] : failed)]} />
}
