import { IconButton } from '@truemark/ui/primitives/IconButton'
import { Bold, Heading2, ImagePlus, Italic, Link2, List, type LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '../i18n/door.ts'
import type { Mark } from './drafts.ts'
import { call } from '../data/http.ts'
import { deskImageAdd } from '@truemark/protocol/routes/deskContent'

const marks: readonly (readonly [Mark, LucideIcon])[] = [
  ['bold', Bold],
  ['italic', Italic],
  ['heading', Heading2],
  ['list', List],
  ['link', Link2],
]

export interface MarkBarProps {
  onMark: (mark: Mark) => void
  onImage: (address: string) => void
  onFailure: (text: string | null) => void
}

/** Marks for those who do not know Markdown by heart, and images. */
export function MarkBar({ onMark, onImage, onFailure }: MarkBarProps) {
  const t = useTranslations('desk.contents')
  const errorText = useErrorText()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const send = async (file: File | undefined) => {
    if (file === undefined || busy) return
    setBusy(true)
    onFailure(null)
    try {
      onImage((await call(deskImageAdd, { body: {}, files: [file] })).address)
    } catch (failure) {
      onFailure(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div role="toolbar" aria-label={t('marks.label')} className="-ml-2 flex flex-wrap">
      {marks.map(([mark, Icon]) => (
        <IconButton key={mark} label={t(`marks.${mark}`)} onClick={() => onMark(mark)}>
          <Icon size={19} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      ))}
      <IconButton label={t('marks.image')} disabled={busy} onClick={() => input.current?.click()}>
        <ImagePlus size={19} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/svg+xml"
        aria-label={t('marks.image')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void send(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </div>
  )
}
