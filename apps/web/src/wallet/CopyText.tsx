import { IconButton } from '@truemark/ui/primitives/IconButton'
import { Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useCopy } from '../reader/door.ts'

/** Copies a text that is looked up elsewhere: no link leads out of here. */
export function CopyText({ text }: { text: string }) {
  const t = useTranslations('wallet')
  const copy = useCopy()
  return (
    <IconButton label={t('copy')} onClick={() => copy(text)}>
      <Copy size={18} strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  )
}
