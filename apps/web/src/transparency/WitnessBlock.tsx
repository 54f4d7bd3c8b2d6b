import { useQuery } from '@tanstack/react-query'
import { witnessedHeads } from '@truemark/protocol/routes/transparency'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useDateTime } from '../reader/door.ts'
import { Block, Digest, FactList } from './Block.tsx'
import { useWritten } from './useWritten.ts'

const shownMax = '5'

/** The newest signed statements of where everything ended, and which witness outside holds each since when. */
export function WitnessBlock() {
  const t = useTranslations('transparency.witnesses')
  const dateTime = useDateTime()
  const { figure } = useWritten()
  const { data } = useQuery({
    queryKey: ['transparency', 'witnesses'],
    queryFn: () => call(witnessedHeads, { query: { limit: shownMax } }),
  })
  if (data === undefined) return null
  return (
    <Block title={t('title')} text={data.items.length === 0 ? t('none') : t('text')}>
      {data.items.length > 0 && (
        <FactList
          facts={data.items.map(({ said, witnesses }) => ({
            key: String(said.time),
            label: dateTime(said.time),
            value: t('row', { row: figure(String(said.journal.seq)) }),
            note: (
              <span className="flex flex-col gap-1">
                <Digest hex={said.journal.digest} />
                {witnesses.map(({ witness, held }) => (
                  <span key={witness} className="text-14 text-secondary">
                    {t(held === null ? 'waiting' : 'held', {
                      witness: t(`name.${witness}`),
                      time: held === null ? '' : dateTime(held),
                    })}
                  </span>
                ))}
              </span>
            ),
          }))}
        />
      )}
    </Block>
  )
}
