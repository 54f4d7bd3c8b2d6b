import { useQuery } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import { conversionChecks } from '@truemark/protocol/evidence/conversionChecks'
import { fillChecks } from '@truemark/protocol/evidence/fillChecks'
import { fundedChecks } from '@truemark/protocol/evidence/fundedChecks'
import { ownChecksOf, ownFileChecks, readOwnDocument } from '@truemark/protocol/evidence/ownFile'
import { type OwnEvidence, type OwnEvidenceFile, ownEvidence } from '@truemark/protocol/routes/ownEvidence'
import { Button } from '@truemark/ui/primitives/Button'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from 'zustand'
import { call } from '../data/api.ts'
import { session, tokenOf } from '../data/session.ts'
import { usePages } from '../data/usePages.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { MorePages } from '../i18n/door.ts'
import { Block, BlockScope, Digest, FactList, type Finding, Findings } from './Block.tsx'
import { ConversionProof } from './ConversionProof.tsx'
import { FillsProof } from './FillsProof.tsx'
import { FundedProof } from './FundedProof.tsx'
import { isSignedBy, sha256 } from './proof.ts'
import { ProofHead } from './ProofHead.tsx'
import { saveFile } from './saveFile.ts'

/**
 * What one's own order traded with the house, or one's own exchange, reckoned anew in this browser; `otherwise` where it
 * is nobody's here, or somebody else's.
 */
export function OwnProof({ id, otherwise }: { id: string; otherwise: ReactNode }) {
  const t = useTranslations('transparency.own')
  const token = useStore(session, tokenOf)
  const query = usePages(
    ['transparency', 'evidence', id, 'own', token],
    (page) => call(ownEvidence, { params: { id }, query: page }),
    { enabled: token !== null, retry: false },
  )
  const isUnknown = query.error instanceof ApiError && query.error.reason === 'evidence_unknown'
  if (token === null || (query.data === undefined && isUnknown)) return otherwise
  return (
    <Loaded query={query}>
      {({ pages }) => (
        <div className="flex flex-col gap-8">
          {pages.map(({ file }, at) => (
            <OwnPage key={file.digest} file={file} page={at + 1} />
          ))}
          <MorePages query={query} label={t('next')} kind="secondary" />
        </div>
      )}
    </Loaded>
  )
}

function OwnPage({ file, page }: { file: OwnEvidenceFile; page: number }) {
  const title = useTitle()
  const found = readOwnDocument(file.document)
  if (found === null) return <SignedBlock file={file} agrees={false} />
  const checks = ownChecksOf(found)
  return (
    <BlockScope value={page === 1 ? title(found) : `${title(found)} (${page})`}>
      <Verdict found={found} />
      <Proof found={found} />
      <SignedBlock file={file} agrees={checks.every(({ holds }) => holds !== false)} />
    </BlockScope>
  )
}

function Proof({ found }: { found: OwnEvidence }) {
  if (found.kind === 'funding') return <FundedProof funding={found} />
  return found.kind === 'fills' ? <FillsProof fills={found} /> : <ConversionProof conversion={found} />
}

function useTitle() {
  const t = useTranslations('transparency.own')
  return (found: OwnEvidence): string =>
    found.kind === 'conversion'
      ? t('conversion', { source: found.source, target: found.target })
      : t(found.kind, { symbol: found.symbol })
}

function useFindings() {
  const t = useTranslations('transparency.own')
  return (found: OwnEvidence): Finding[] => {
    switch (found.kind) {
      case 'fills':
        return fillChecks(found).map(({ name, holds }) => ({ key: name, holds, text: t(`checks.${name}`) }))
      case 'conversion':
        return conversionChecks(found).map(({ name, holds }) => {
          return { key: name, holds, text: t(`conversionChecks.${name}`) }
        })
      case 'funding':
        return fundedChecks(found).map(({ name, holds }) => ({ key: name, holds, text: t(`fundingChecks.${name}`) }))
    }
  }
}

function Verdict({ found }: { found: OwnEvidence }) {
  const t = useTranslations('transparency.own')
  const check = useTranslations('transparency.check')
  const title = useTitle()
  const findings = useFindings()(found)
  const holds = findings.every((one) => one.holds !== false)
  return (
    <>
      <ProofHead title={title(found)} of={found}>
        <p className="text-16 text-secondary">{t('ownerOnly')}</p>
      </ProofHead>
      <Block title={check('title')} text={t('lead')}>
        <Findings findings={findings} />
        <output className="text-14 font-medium">{holds ? check('allHold') : check('someFail')}</output>
      </Block>
    </>
  )
}

function SignedBlock({ file, agrees }: { file: OwnEvidenceFile; agrees: boolean }) {
  const t = useTranslations('transparency.own')
  const log = useTranslations('transparency.log')
  const proof = useTranslations('transparency.liabilities')
  const checks = useQuery({
    queryKey: ['transparency', 'evidence', 'checked', file.digest, file.signature],
    queryFn: () => ownFileChecks(file, { sha256, isSignedBy }),
    staleTime: Infinity,
  })
  const findings = (checks.data ?? []).map(({ name, holds }): Finding => {
    if (name === 'document') return { key: name, holds: holds === true && agrees, text: log('checks.document') }
    return { key: name, holds, text: holds === null ? proof('check.signatureUnknown') : log(`checks.${name}`) }
  })
  return (
    <Block title={t('signed')} text={t('signedText')}>
      <Findings findings={findings} />
      <FactList
        facts={[
          { label: proof('digest'), value: '', note: <Digest hex={file.digest} /> },
          { label: proof('signature'), value: '', note: <Digest hex={file.signature} /> },
          { label: proof('key'), value: '', note: <Digest hex={file.key} /> },
        ]}
      />
      <Button
        kind="secondary"
        className="self-start"
        onClick={() => saveFile(`evidence-${file.digest.slice(0, 8)}.json`, file)}
      >
        {t('save')}
      </Button>
    </Block>
  )
}
