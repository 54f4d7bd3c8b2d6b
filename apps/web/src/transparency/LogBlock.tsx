import { useQuery } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import { fileChecks, readDocument, readLogHead, resultChecks } from '@truemark/protocol/evidence/verify'
import { type EvidenceFile, evidenceEntry } from '@truemark/protocol/routes/evidence'
import { Button } from '@truemark/ui/primitives/Button'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useDateTime } from '../i18n/door.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Block, Digest, FactList, type Finding, Findings } from './Block.tsx'
import { isSignedBy, sha256 } from './proof.ts'
import { saveFile } from './saveFile.ts'
import { useWritten } from './useWritten.ts'

const lookEveryMs = 3_000

/** Where evidence stands in the log, checked by this browser, and the file that anyone can check without a server. */
export function LogBlock({ id, reckoning }: { id: string; reckoning: string | null }) {
  const t = useTranslations('transparency.log')
  const query = useQuery({
    queryKey: ['transparency', 'evidence', id, 'log'],
    queryFn: () => fileOf(id),
    // what has just been decided is logged within seconds
    refetchInterval: ({ state }) => (state.data === null ? lookEveryMs : false),
  })
  return (
    <Block title={t('title')} text={t('lead')}>
      <Loaded query={query}>
        {(file) =>
          file === null ? (
            <p className="text-14 text-secondary">{t('waiting')}</p>
          ) : (
            <Entry file={file} reckoning={reckoning} />
          )
        }
      </Loaded>
    </Block>
  )
}

/** The file of a decision; null where it is not in the log yet. */
async function fileOf(id: string): Promise<EvidenceFile | null> {
  try {
    return await call(evidenceEntry, { params: { id } })
  } catch (failure) {
    if (failure instanceof ApiError && failure.reason === 'proof_unknown') return null
    throw failure
  }
}

function Entry({ file, reckoning }: { file: EvidenceFile; reckoning: string | null }) {
  const t = useTranslations('transparency.log')
  const proof = useTranslations('transparency.liabilities')
  const dateTime = useDateTime()
  const { figure } = useWritten()
  const checks = useQuery({
    queryKey: ['transparency', 'evidence', 'checked', file.digest, file.head.signature],
    queryFn: () => fileChecks(file, { sha256, isSignedBy }),
    staleTime: Infinity,
  })
  const found = readDocument(file)
  const agrees =
    found !== null &&
    resultChecks(found, { reckoning, sources: file.sources ?? null }, sha256).every(({ holds }) => holds !== false)
  const findings = (checks.data ?? []).map(({ name, holds }): Finding => {
    if (name === 'document') return { key: name, holds: holds === true && agrees, text: t('checks.document') }
    return { key: name, holds, text: holds === null ? proof('check.signatureUnknown') : t(`checks.${name}`) }
  })
  const head = readLogHead(file.head.head)
  const count = figure(String(head?.size ?? 0))
  return (
    <>
      <Findings findings={findings} />
      <FactList
        facts={[
          {
            label: t('entry'),
            value: t('entryOf', { place: figure(String(file.index + 1)), count }),
            note: head === null ? undefined : t('headOf', { time: dateTime(head.time) }),
          },
          { label: proof('digest'), value: '', note: <Digest hex={file.digest} /> },
          { label: proof('signature'), value: '', note: <Digest hex={file.signature} /> },
          { label: proof('key'), value: '', note: <Digest hex={file.key} /> },
        ]}
      />
      <Button
        kind="secondary"
        className="self-start"
        onClick={() => saveFile(`evidence-${file.index + 1}.json`, reckoning === null ? file : { ...file, reckoning })}
      >
        {t('save')}
      </Button>
    </>
  )
}
