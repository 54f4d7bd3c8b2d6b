import { Button } from '@truemark/ui/primitives/Button'
import { readLogHead } from '@truemark/protocol/evidence/verify'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { keepText, useKeptText } from '../data/memory.ts'
import { Refused } from '../parts/Refused.tsx'
import { useDateTime, useErrorText } from '../i18n/door.ts'
import { Block, FactList, Findings } from './Block.tsx'
import { type Memory, readMemory } from './memory.ts'
import { lookNow } from './remember.ts'
import { saveFile } from './saveFile.ts'
import { useWritten } from './useWritten.ts'

/** What this browser keeps of the server's past, and whether that has only grown since. */
export function MemoryBlock() {
  const t = useTranslations('transparency.memory')
  const errorText = useErrorText()
  const memory = readMemory(useKeptText())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const look = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await lookNow()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const broken = memory?.broken ?? null
  return (
    <Block title={t('title')} text={t('text')}>
      {memory !== null && <Kept memory={memory} />}
      <div className="flex flex-wrap gap-2">
        {broken === null && (
          <Button compact kind="secondary" busy={busy} onClick={() => !busy && void look()}>
            {t('look')}
          </Button>
        )}
        {memory !== null && (
          <Button compact kind="secondary" onClick={() => saveFile('heads.json', memory)}>
            {t('save')}
          </Button>
        )}
        {broken !== null && (
          <Button compact kind="danger" onClick={() => keepText(null)}>
            {t('forget')}
          </Button>
        )}
      </div>
      <Refused text={failure ?? undefined} />
    </Block>
  )
}

function Kept({ memory }: { memory: Memory }) {
  const t = useTranslations('transparency.memory')
  const dateTime = useDateTime()
  const { figure } = useWritten()
  const { heads, since, looked, broken } = memory
  const size = heads.log === null ? 0 : (readLogHead(heads.log.head)?.size ?? 0)
  const text =
    broken === null
      ? t('grown', { time: dateTime(looked) })
      : t(`broken.${broken.what}`, { time: dateTime(broken.at), since: dateTime(since) })
  return (
    <>
      <Findings findings={[{ key: 'memory', holds: broken === null, text }]} />
      <FactList
        facts={[
          { label: t('since'), value: dateTime(since) },
          { label: t('log'), value: figure(String(size)) },
          { label: t('owed'), value: figure(String(heads.owed?.epoch ?? 0)) },
        ]}
      />
    </>
  )
}
