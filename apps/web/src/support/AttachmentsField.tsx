import { client } from '@truemark/protocol/client'
import { newKey } from '@truemark/client/newKey'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { joined } from '@truemark/ui/primitives/joined'
import { Spinner } from '@truemark/ui/primitives/Spinner'
import { ImagePlus, X } from 'lucide-react'
import { useId, type Dispatch, type SetStateAction } from 'react'
import { useTranslations } from 'use-intl'
import { BlobImage } from '../wallet/door.ts'
import { FilePicker } from './FilePicker.tsx'
import { useReadImage } from './useReadImage.ts'

const bytesOfKb = 1_024

/** A picture that was picked; its key tells it from the others. */
export interface Attachment {
  readonly key: string
  readonly blob: Blob
}

interface AttachmentsFieldProps {
  attachments: readonly Attachment[]
  disabled: boolean
  onChange: Dispatch<SetStateAction<readonly Attachment[]>>
}

/** Up to five pictures, each shown and taken back by a press. */
export function AttachmentsField({ attachments, disabled, onChange }: AttachmentsFieldProps) {
  const t = useTranslations('support.ticket')
  const notices = useTranslations('notices')
  const id = useId()
  const { busy, fault, read, forget } = useReadImage((blob) =>
    onChange((before) => [...before, { key: newKey(), blob }].slice(0, client.attachmentsMax)),
  )
  const room = client.attachmentsMax - attachments.length
  const pick = (files: readonly File[]) =>
    read(files.slice(0, room), files.length > room ? notices('filesTooMany') : undefined)
  const remove = (key: string) => {
    forget()
    onChange((before) => before.filter((each) => each.key !== key))
  }
  return (
    <fieldset aria-describedby={`${id}-note`} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-14 text-secondary">{t('pictures')}</legend>
      {attachments.length > 0 && (
        <ul className="grid grid-cols-3 gap-2 tablet:grid-cols-5">
          {attachments.map(({ key, blob }, place) => (
            <li key={key}>
              <Preview blob={blob} number={String(place + 1)} disabled={disabled} onRemove={() => remove(key)} />
            </li>
          ))}
        </ul>
      )}
      {room > 0 && (
        <FilePicker
          multiple
          disabled={disabled || busy}
          onPick={pick}
          className={joined(buttonClass('secondary', true), 'self-start')}
        >
          {busy ? <Spinner size={18} /> : <ImagePlus size={18} strokeWidth={1.5} aria-hidden="true" />}
          {t('add')}
        </FilePicker>
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

interface PreviewProps {
  blob: Blob
  number: string
  disabled: boolean
  onRemove: () => void
}

function Preview({ blob, number, disabled, onRemove }: PreviewProps) {
  const t = useTranslations('support.ticket')
  return (
    <div className="relative rounded-control bg-raised hairline">
      <BlobImage
        blob={blob}
        alt={t('preview', { number })}
        className="aspect-square w-full rounded-control object-cover"
      />
      <span className="figures block px-2 py-1 text-12 text-quiet">
        {Math.max(1, Math.round(blob.size / bytesOfKb))} KB
      </span>
      <IconButton
        label={t('removePicture', { number })}
        disabled={disabled}
        className="absolute top-0 right-0 rounded-control bg-overlay/80 text-text"
        onClick={onRemove}
      >
        <X size={18} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
