import { useQuery } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import { type AnyEvidence, evidence, evidenceReckoning } from '@truemark/protocol/routes/evidence'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { useTranslations } from 'use-intl'
import { useStore } from 'zustand'
import { useSearch } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { TextLink } from '../parts/TextLink.tsx'
import { session, tokenOf } from '../data/session.ts'
import { EvidenceSearch } from './EvidenceSearch.tsx'
import { FundingProof } from './FundingProof.tsx'
import { InvestProof } from './InvestProof.tsx'
import { LiquidationProof } from './LiquidationProof.tsx'
import { LogBlock } from './LogBlock.tsx'
import { OptionProof } from './OptionProof.tsx'
import { OwnProof } from './OwnProof.tsx'
import { PayoutProof } from './PayoutProof.tsx'
import { TermsProof } from './TermsProof.tsx'
import { TriggerProof } from './TriggerProof.tsx'

/** The evidence of one settlement, by its number. */
export function EvidencePart() {
  const t = useTranslations('transparency.evidence')
  const search = useSearch()
  const id = search['id'] ?? ''
  return (
    <div className="flex flex-col gap-6">
      <EvidenceSearch key={id} initial={id} />
      {id === '' ? <p className="text-14 text-secondary">{t('where')}</p> : <Found id={id} />}
    </div>
  )
}

function isUnknown(failure: unknown): boolean {
  return failure instanceof ApiError && (failure.reason === 'evidence_unknown' || failure.reason === 'field_malformed')
}

function Found({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['transparency', 'evidence', id],
    queryFn: () => call(evidence, { params: { id } }),
    retry: (failures, failure) => failures < 2 && !isUnknown(failure),
    // What is still open goes on.
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.kind === 'investment' || isDecided(state.data) ? false : 2_000,
  })
  const reckoning = useReckoning(id, query.data)
  if (isUnknown(query.error)) return <OwnProof key={id} id={id} otherwise={<Unknown />} />
  return (
    <Loaded query={query}>
      {(found) => (
        <div className="flex flex-col gap-8">
          <Proof found={found} reckoning={reckoning} />
          {isDecided(found) && <LogBlock id={id} reckoning={reckoning} />}
          <OwnProof key={id} id={id} otherwise={null} />
        </div>
      )}
    </Loaded>
  )
}

function Unknown() {
  const t = useTranslations('transparency.evidence')
  return (
    <EmptyState
      drawing="search"
      title={t('unknownTitle')}
      text={t('unknownText')}
      action={
        <TextLink to="/transparency/$part" params={{ part: 'insurance' }}>
          {t('browse')}
        </TextLink>
      }
    />
  )
}

/** Whether it is over: only then its evidence is whole, and goes into the log. */
function isDecided(found: AnyEvidence): boolean {
  if (found.kind === 'option') return found.status !== 'open'
  if (found.kind === 'trigger') return found.state === 'closed'
  return found.kind !== 'investment' || found.state !== 'running'
}

function Proof({ found, reckoning }: { found: AnyEvidence; reckoning: string | null }) {
  if (found.kind === 'option') return <OptionProof option={found} />
  if (found.kind === 'investment') return <InvestProof investment={found} />
  if (found.kind === 'payout') return <PayoutProof payout={found} />
  if (found.kind === 'terms' || found.kind === 'notice') return <TermsProof change={found} />
  if (found.kind === 'trigger') return <TriggerProof trigger={found} />
  return found.kind === 'liquidation' ? (
    <LiquidationProof close={found} reckoning={reckoning} />
  ) : (
    <FundingProof funding={found} />
  )
}

/** What a liquidation was decided by, where it is one's own: to anybody else it is not told. */
function useReckoning(id: string, found: AnyEvidence | undefined): string | null {
  const token = useStore(session, tokenOf)
  const asked = token !== null && found?.kind === 'liquidation' && found.reckoning_digest !== undefined
  const query = useQuery({
    queryKey: ['transparency', 'evidence', id, 'reckoning', token],
    queryFn: () => call(evidenceReckoning, { params: { id } }),
    enabled: asked,
    retry: false,
    staleTime: Infinity,
  })
  return query.data?.reckoning ?? null
}
