import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { witnessedHeads } from '@truemark/protocol/routes/transparency'
import { Button } from '@truemark/ui/primitives/Button'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useDateTime } from '../i18n/door.ts'
import { Block, Digest, FactList } from './Block.tsx'
import { saveBytes } from './saveFile.ts'
import { useWritten } from './useWritten.ts'

const shownMax = '5'

type Head = AnswerOf<typeof witnessedHeads>['items'][number]
type Told = Head['witnesses'][number]

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
  const hasProof = data.items.some(({ witnesses }) => witnesses.some(isProof))
  return (
    <Block title={t('title')} text={data.items.length === 0 ? t('none') : t('text')}>
      {data.items.length > 0 && (
        <FactList
          facts={data.items.map((head) => ({
            key: String(head.said.time),
            label: dateTime(head.said.time),
            value: t('row', { row: figure(String(head.said.journal.seq)) }),
            note: (
              <span className="flex flex-col gap-1">
                <Digest hex={head.said.journal.digest} />
                {head.witnesses.map((told) => (
                  <Holding key={told.witness} told={told} />
                ))}
                {head.witnesses.filter(isProof).map((told) => (
                  <Proof key={told.witness} head={head} proof={told.answer} />
                ))}
              </span>
            ),
          }))}
        />
      )}
      {hasProof && <p className="max-w-[72ch] text-12 break-words text-quiet">{t('howProof')}</p>}
    </Block>
  )
}

function isProof({ witness, held }: Told): boolean {
  return witness === 'calendar' && held !== null
}

function Holding({ told: { witness, held, proven } }: { told: Told }) {
  const t = useTranslations('transparency.witnesses')
  const dateTime = useDateTime()
  const state = held === null ? 'waiting' : witness !== 'calendar' ? 'held' : proven === null ? 'promised' : 'proven'
  const since = proven ?? held
  const values = { witness: t(`name.${witness}`), time: since === null ? '' : dateTime(since) }
  return <span className="text-14 text-secondary">{t(state, values)}</span>
}

/** The head to the byte of which the proof is, and the proof, as the files that other programs check. */
function Proof({ head: { statement, signature }, proof }: { head: Head; proof: string }) {
  const t = useTranslations('transparency.witnesses')
  const line = JSON.stringify({ statement, signature })
  const bytes = () => Uint8Array.from(atob(proof), (letter) => letter.charCodeAt(0))
  return (
    <span className="flex flex-wrap gap-2 pt-1">
      <Button compact kind="secondary" onClick={() => saveBytes('head.json', line, 'application/json')}>
        {t('saveHead')}
      </Button>
      <Button compact kind="secondary" onClick={() => saveBytes('head.json.ots', bytes(), 'application/octet-stream')}>
        {t('saveProof')}
      </Button>
    </span>
  )
}
