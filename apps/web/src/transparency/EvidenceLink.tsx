import { FileSearch } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { TextLink } from '../parts/TextLink.tsx'

/**
 * Leads from a settlement of one's own to its public evidence, which anybody can be given; or, of what is one's `own`, to
 * the evidence that is shown to its owner alone.
 */
export function EvidenceLink({ id, own = false }: { id: string; own?: boolean }) {
  const t = useTranslations('content')
  return (
    <TextLink to="/transparency/$part" params={{ part: 'evidence' }} search={{ id }} className="gap-2 self-start">
      <FileSearch size={18} strokeWidth={1.5} aria-hidden="true" />
      {t(own ? 'ownEvidence' : 'publicEvidence')}
    </TextLink>
  )
}
