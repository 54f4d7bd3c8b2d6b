import { Button } from '@truemark/ui/primitives/Button'
import { joined } from '@truemark/ui/primitives/joined'
import { toast } from 'sonner'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '../i18n/door.ts'
import { freshDemo, openDemo } from './demo.ts'
import { useGoOn } from './useGoOn.ts'

/** Offers the demo account; `fresh` always makes a new one. */
export function DemoOffer({ fresh, prominent = false }: { fresh: boolean; prominent?: boolean }) {
  const t = useTranslations('identity.login')
  const errorText = useErrorText()
  const goOn = useGoOn()
  const [busy, setBusy] = useState(false)

  const open = async () => {
    setBusy(true)
    try {
      await (fresh ? freshDemo() : openDemo())
      goOn()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={joined('flex flex-col gap-3 rounded-card bg-surface p-4', prominent && 'hairline')}>
      <p className="text-14 text-secondary">{t('demoHint')}</p>
      <Button kind={prominent ? 'primary' : 'secondary'} wide busy={busy} onClick={() => void open()}>
        {t('demo')}
      </Button>
    </section>
  )
}
