import type { JournalPlace } from '@truemark/protocol/routes/evidence'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { Block, Digest, FactList } from './Block.tsx'
import { useWritten } from './useWritten.ts'

/** Where in the journal it was decided; nothing where that is not told. */
export function JournalBlock({ place }: { place: JournalPlace | null }) {
  const t = useTranslations('transparency.journal')
  const dateTime = useDateTime()
  const { figure } = useWritten()
  if (place === null) return null
  return (
    <Block title={t('title')} text={t('lead')}>
      <FactList
        facts={[
          { label: t('row'), value: figure(String(place.seq)) },
          { label: t('written'), value: dateTime(place.time) },
          { label: t('digest'), value: '', note: <Digest hex={place.digest} /> },
          { label: t('previous'), value: '', note: <Digest hex={place.previous} /> },
        ]}
      />
    </Block>
  )
}
