import { termChecks } from '@truemark/protocol/evidence/termChecks'
import type { TermsEvidence } from '@truemark/protocol/routes/evidence'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { Block, Digest, FactList, Findings } from './Block.tsx'
import { JournalBlock } from './JournalBlock.tsx'
import { ProofHead } from './ProofHead.tsx'
import { TermFigures, useTermRoles } from './TermsList.tsx'
import { useTermTexts } from './useTermTexts.ts'

/** One change of terms: what it changed, by whom, and what of it can be checked. */
export function TermsProof({ change }: { change: TermsEvidence }) {
  const t = useTranslations('transparency.terms')
  const check = useTranslations('transparency.check')
  const dateTime = useDateTime()
  const { subjectOf } = useTermTexts()
  const rolesOf = useTermRoles()
  const { audit, figures, journal, subject, term, time } = change
  return (
    <div className="flex flex-col gap-8">
      <ProofHead title={subject === '' ? t(`kind.${term}`) : `${subjectOf(term, subject)} · ${t(`kind.${term}`)}`}>
        <p className="figures text-14 text-secondary">
          {dateTime(time)} · {rolesOf(change)}
        </p>
        <TermFigures figures={figures} />
      </ProofHead>
      <Block title={check('title')} text={check('lead')}>
        <Findings
          findings={termChecks(change).map(({ name, holds }) => ({ key: name, holds, text: t(`check.${name}`) }))}
        />
      </Block>
      {audit !== null && (
        <Block title={t('audit')}>
          <FactList
            facts={[{ label: t('auditEntry'), value: String(audit.entry), note: <Digest hex={audit.digest} /> }]}
          />
        </Block>
      )}
      <JournalBlock place={journal} />
    </div>
  )
}
