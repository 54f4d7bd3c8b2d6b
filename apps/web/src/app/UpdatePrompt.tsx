import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { takeUpdate } from './keepWorker.ts'

/** Says that a new version is ready, and takes it when the reader wants. */
export function UpdatePrompt() {
  const t = useTranslations('offline')
  const [later, setLater] = useState(false)
  const [busy, setBusy] = useState(false)
  if (later) return null
  return (
    <output className="fixed inset-x-4 bottom-[calc(5.5rem+var(--safe-bottom))] z-30 mx-auto flex max-w-[26rem] flex-col gap-3 rounded-card bg-overlay p-4 hairline desk:right-6 desk:bottom-6 desk:left-auto desk:mx-0">
      <span className="flex flex-col gap-0.5">
        <span className="text-16 font-semibold">{t('updateTitle')}</span>
        <span className="text-14 text-secondary">{t('updateText')}</span>
      </span>
      <span className="flex justify-end gap-2">
        <Button kind="quiet" compact onClick={() => setLater(true)}>
          {t('later')}
        </Button>
        <Button
          compact
          busy={busy}
          onClick={() => {
            setBusy(true)
            takeUpdate()
          }}
        >
          {t('update')}
        </Button>
      </span>
    </output>
  )
}
