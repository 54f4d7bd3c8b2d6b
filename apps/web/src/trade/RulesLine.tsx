import { useQuery } from '@tanstack/react-query'
import { ruleVersions } from '@truemark/protocol/routes/transparency'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { call } from '../data/api.ts'
import { Line } from '../parts/Line.tsx'

/** Which version of the rules held when something was made, and the way to them; no line until it is known. */
export function RulesLine({ made }: { made: number }) {
  const t = useTranslations('trade')
  const { data } = useQuery({
    queryKey: ['transparency', 'versions'],
    queryFn: () => call(ruleVersions, {}),
    staleTime: freshForMs,
  })
  const held = data?.find(({ since }) => since <= made)
  if (held === undefined) return null
  return (
    <Line label={t('rulesVersion')}>
      <Link
        to="/transparency/$part"
        params={{ part: 'rules' }}
        aria-label={`${t('rulesVersion')} ${held.version}`}
        className="figures -my-3 inline-flex min-h-11 min-w-11 items-center justify-end text-primary"
      >
        {held.version}
      </Link>
    </Line>
  )
}

/** Versions are those of a program that is started anew. */
const freshForMs = 300_000
