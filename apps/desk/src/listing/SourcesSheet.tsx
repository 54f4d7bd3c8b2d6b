import { deskMarketSources, type ListedMarket } from '@truemark/protocol/routes/deskListing'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ChangeSheet } from '../deed/door.ts'
import { isFewForReal, jumpStands, sourceFaults, sourcesBody, sourcesDraft, sourcesLine, sourcesOf } from './draft.ts'
import { SourceFields } from './SourceFields.tsx'
import { useFieldNames } from './useFieldNames.ts'

const none: ReadonlySet<string> = new Set()
const permilleMax = 1_000

/** Sets by which names the venues are heard for a market, and from which jump on its price needs confirming. */
export function SourcesSheet({ market, onClose }: { market: ListedMarket; onClose: () => void }) {
  const t = useTranslations('desk.listing')
  const names = useFieldNames()
  const [draft, setDraft] = useState(() => ({
    jump_permille: String(market.jump_permille),
    sources: sourcesDraft(market),
  }))
  const faults = sourceFaults(draft.sources)
  const isJump = jumpStands(draft.jump_permille)
  const [was, wanted] = [sourcesLine(market.sources), sourcesLine(sourcesOf(draft.sources))]
  const jump = String(market.jump_permille)
  return (
    <ChangeSheet
      onClose={onClose}
      title={t('editSources', { symbol: market.symbol })}
      description={t('sourcesExplained')}
      changes={[
        ...(was === wanted ? [] : [{ name: names.sources, from: was, to: wanted || '–' }]),
        ...(draft.jump_permille === jump
          ? []
          : [{ name: names.jump_permille, from: `${jump} ‰`, to: `${draft.jump_permille} ‰` }]),
      ]}
      consequences={was !== wanted && isFewForReal(draft.sources) ? [t('sourcesFew')] : []}
      faulty={faults.size > 0 || !isJump}
      send={(reason) =>
        call(deskMarketSources, { params: { symbol: market.symbol }, body: sourcesBody(draft, reason) })
      }
      touches={['listings', 'feed', 'symbols']}
      done={t('sourcesDone')}
    >
      {(tried) => (
        <>
          <SourceFields
            sources={draft.sources}
            faults={tried ? faults : none}
            onChange={(sources) => setDraft({ ...draft, sources })}
          />
          <TextInput
            label={names.jump_permille}
            value={draft.jump_permille}
            inputMode="numeric"
            autoComplete="off"
            after={<span className="pr-3.5 text-14 text-quiet">‰</span>}
            error={isJump ? undefined : t('fault.whole', { min: '1', max: String(permilleMax) })}
            onChange={(event) => setDraft({ ...draft, jump_permille: event.target.value })}
          />
        </>
      )}
    </ChangeSheet>
  )
}
