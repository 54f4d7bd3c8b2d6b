import { Link } from '@tanstack/react-router'
import { FileSearch } from 'lucide-react'
import { useTranslations } from 'use-intl'

/**
 * Leads from a settlement of one's own to its public evidence, which anybody can be given; or, of what is one's `own`, to
 * the evidence that is shown to its owner alone.
 */
export function EvidenceLink({ id, own = false }: { id: string; own?: boolean }) {
  const t = useTranslations('content')
  return (
    <Link
      to="/transparency/$part"
      params={{ part: 'evidence' }}
      search={{ id }}
      className="inline-flex min-h-11 items-center gap-2 self-start text-14 font-medium text-primary"
    >
      <FileSearch size={18} strokeWidth={1.5} aria-hidden="true" />
      {t(own ? 'ownEvidence' : 'publicEvidence')}
    </Link>
  )
}
