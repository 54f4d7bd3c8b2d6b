import { client } from '@truemark/protocol/client'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { joined } from '@truemark/ui/primitives/joined'
import { Spinner } from '@truemark/ui/primitives/Spinner'
import { ImagePlus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { BlobImage } from '../wallet/door.ts'
import { useReadImage } from './useReadImage.ts'

const accepted = 'image/png,image/jpeg,image/gif,image/svg+xml,.heic,.heif'
const bytesOfKb = 1_024

/** A picture that was picked; its number tells it from the others. */
export interface Attachment {
  readonly number: number
  readonly blob: Blob
}

interface AttachmentsFieldProps {
  attachments: readonly Attachment[]
  disabled: boolean
  onChange: (attachments: readonly Attachment[]) => void
}

/** Up to five pictures, each shown and taken back by a press. */
export function AttachmentsField({ attachments, disabled, onChange }: AttachmentsFieldProps) {
  const t = useTranslations('support.ticket')
  const notices = useTranslations('notices')
  const id = useId()
  const next = useRef(1)
  const now = useRef(attachments)
  now.current = attachments
  const { busy, fault, read, setFault } = useReadImage((blob) => {
    if (now.current.length >= client.attachmentsMax) return
    now.current = [...now.current, { number: next.current, blob }]
    next.current += 1
    onChange(now.current)
  })
  const isFull = attachments.length >= client.attachmentsMax
  const pick = (files: readonly File[]) => {
    const room = client.attachmentsMax - attachments.length
    for (const file of files.slice(0, room)) read(file)
    if (files.length > room) setFault(notices('filesTooMany'))
  }
  return (
    <fieldset aria-describedby={`${id}-note`} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-14 text-secondary">{t('pictures')}</legend>
      {attachments.length > 0 && (
        <ul className="grid grid-cols-3 gap-2 tablet:grid-cols-5">
          {attachments.map(({ number, blob }, place) => (
            <li key={number} className="relative rounded-control bg-raised hairline">
              <BlobImage
                blob={blob}
                alt={t('preview', { number: String(place + 1) })}
                className="aspect-square w-full rounded-control object-cover"
              />
              <span className="figures block px-2 py-1 text-12 text-quiet">
                {Math.max(1, Math.round(blob.size / bytesOfKb))} KB
              </span>
              <IconButton
                label={t('removePicture', { number: String(place + 1) })}
                disabled={disabled}
                className="absolute top-0 right-0 rounded-control bg-overlay/80 text-text"
                onClick={() => onChange(attachments.filter((each) => each.number !== number))}
              >
                <X size={18} strokeWidth={1.5} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {!isFull && (
        <label
          className={joined(
            buttonClass('secondary', true),
            'self-start has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
          )}
        >
          {busy ? <Spinner size={18} /> : <ImagePlus size={18} strokeWidth={1.5} aria-hidden="true" />}
          {t('add')}
          <input
            type="file"
            multiple
            accept={accepted}
            disabled={disabled}
            className="sr-only"
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              event.target.value = ''
              pick(files)
            }}
          />
        </label>
      )}
      <p
        id={`${id}-note`}
        role={fault === undefined ? undefined : 'alert'}
        className={joined('text-12', fault === undefined ? 'text-quiet' : 'text-danger')}
      >
        {fault ?? t('picturesHint', { max: String(client.attachmentsMax) })}
      </p>
    </fieldset>
  )
}
