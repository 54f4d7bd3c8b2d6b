import { serverNow } from '@truemark/ui/device/serverTime'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { saveFile } from '../account/door.ts'
import { useSession } from '../data/session.ts'
import { useErrorText } from '../i18n/door.ts'
import { readOwnData, type CopyProgress } from './dataParts.ts'

/** Reads all that is kept about the account and saves it as one file, telling how far it is. */
export function CopyCard() {
  const t = useTranslations('accountClosure.copy')
  const errorText = useErrorText()
  const isReal = useSession((state) => state.mode === 'real')
  const [progress, setProgress] = useState<CopyProgress | null>(null)
  const make = async () => {
    setProgress({ done: 0, of: 1, rows: 0 })
    try {
      const copy = await readOwnData(isReal, setProgress)
      const day = new Date(serverNow()).toISOString().slice(0, 10)
      saveFile(new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' }), `account-${day}.json`)
      toast.success(t('done'))
    } catch (failure) {
      toast.error(`${errorText(failure)} ${t('failed')}`)
    } finally {
      setProgress(null)
    }
  }
  return (
    <section aria-labelledby="copy" className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <h2 id="copy" className="text-16 font-medium">
        {t('title')}
      </h2>
      <p className="text-14 text-secondary">{t('text')}</p>
      {progress !== null && (
        <>
          <progress
            aria-labelledby="copy"
            className="h-1 w-full accent-primary"
            value={progress.done}
            max={progress.of}
          />
          <output className="figures text-14 text-secondary">
            {t('progress', { done: progress.done + 1, of: progress.of, rows: progress.rows })}
          </output>
        </>
      )}
      <Button kind="secondary" wide busy={progress !== null} onClick={() => void make()}>
        {t('button')}
      </Button>
    </section>
  )
}
