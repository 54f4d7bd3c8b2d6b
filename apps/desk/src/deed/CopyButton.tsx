import { IconButton } from '@truemark/ui/primitives/IconButton'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

const shownMs = 2_000

/** Copies a text, and says so for a moment. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useTranslations('desk.common')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  const Icon = copied ? Check : Copy
  return (
    <IconButton label={copied ? t('copied') : (label ?? t('copy'))} onClick={() => void copy().catch(() => undefined)}>
      <Icon size={18} strokeWidth={1.5} aria-hidden="true" className={copied ? 'text-up' : undefined} />
    </IconButton>
  )
}
