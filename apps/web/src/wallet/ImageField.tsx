import { buttonClass } from '@truemark/ui/primitives/Button'
import { joined } from '@truemark/ui/primitives/joined'
import { Spinner } from '@truemark/ui/primitives/Spinner'
import { Camera, ImagePlus, Trash2 } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { BlobImage } from './BlobImage.tsx'
import { useHeldForm } from './PictureForm.tsx'
import { readImage, type SmallImage } from './smallImage.ts'

const accepted = 'image/png,image/jpeg,image/gif,image/svg+xml,.heic,.heif'
const bytesOfKb = 1024

export interface ImageFieldProps {
  /** What the image is of, what it must show, and what its preview is called; a voucher's where they are not given. */
  label?: string
  hint?: string
  preview?: string
  image: SmallImage | null
  error: string | undefined
  disabled: boolean
  onChange: (image: SmallImage | null) => void
}

/** An image from the camera or a file: made smaller, shown, and taken back where it is the wrong one. */
export function ImageField({ label, hint, preview, image, error, disabled, onChange }: ImageFieldProps) {
  const t = useTranslations('wallet.image')
  const { busy, fault, read } = useReading(onChange)
  const id = useId()
  const complaint = fault ?? error
  return (
    <fieldset
      aria-describedby={`${id}-note`}
      data-fault={complaint === undefined ? undefined : ''}
      tabIndex={-1}
      className="flex min-w-0 flex-col gap-1.5 outline-none"
    >
      <legend className="mb-1.5 text-14 text-secondary">{label ?? t('label')}</legend>
      {image === null ? (
        <div
          className={joined(
            'flex min-h-32 flex-col items-center justify-center gap-2 rounded-control bg-raised p-4',
            complaint === undefined ? 'hairline' : 'shadow-[inset_0_0_0_1.5px_var(--danger)]',
          )}
        >
          {busy ? (
            <output className="flex items-center gap-2 text-14 text-secondary">
              <Spinner />
              {t('working')}
            </output>
          ) : (
            <div className="flex flex-wrap justify-center gap-2">
              <Picker label={t('camera')} camera onPick={read}>
                <Camera size={18} strokeWidth={1.5} aria-hidden="true" />
              </Picker>
              <Picker label={t('file')} onPick={read}>
                <ImagePlus size={18} strokeWidth={1.5} aria-hidden="true" />
              </Picker>
            </div>
          )}
        </div>
      ) : (
        <Preview name={preview ?? t('preview')} image={image} disabled={disabled} onRemove={() => onChange(null)} />
      )}
      <p
        id={`${id}-note`}
        role={complaint === undefined ? undefined : 'alert'}
        className={joined('text-12', complaint === undefined ? 'text-quiet' : 'text-danger')}
      >
        {complaint ?? hint ?? t('hint')}
      </p>
    </fieldset>
  )
}

function useReading(onChange: (image: SmallImage | null) => void) {
  const errors = useTranslations('errors')
  const notices = useTranslations('notices')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const read = async (file: File) => {
    setBusy(true)
    setFault(undefined)
    try {
      const found = await readImage(file)
      if (found.ok) onChange(found.image)
      else if (found.reason === 'uncompressed') setFault(notices('fileCompressionFailed'))
      else setFault(errors(found.reason))
    } catch {
      setFault(notices('imageUploadFailed'))
    } finally {
      setBusy(false)
    }
  }
  useHeldForm(busy, fault !== undefined)
  return { busy, fault, read: (file: File) => void read(file) }
}

interface PickerProps {
  label: string
  /** Opens the camera; only where a finger is what points. */
  camera?: boolean
  onPick: (file: File) => void
  children: ReactNode
}

function Picker({ label, camera = false, onPick, children }: PickerProps) {
  return (
    <label
      className={joined(
        buttonClass('secondary', true),
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
        camera && 'hidden pointer-coarse:inline-flex',
      )}
    >
      {children}
      {label}
      <input
        type="file"
        accept={accepted}
        {...(camera ? { capture: 'environment' as const } : {})}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onPick(file)
        }}
      />
    </label>
  )
}

interface PreviewProps {
  name: string
  image: SmallImage
  disabled: boolean
  onRemove: () => void
}

function Preview({ name, image, disabled, onRemove }: PreviewProps) {
  const t = useTranslations('wallet.image')
  const kb = (bytes: number) => String(Math.max(1, Math.round(bytes / bytesOfKb)))
  const size = kb(image.blob.size)
  const before = kb(image.bytesBefore)
  return (
    <div className="flex flex-col gap-2 rounded-control bg-raised p-3 hairline">
      <BlobImage blob={image.blob} alt={name} className="max-h-72 w-full rounded-chip object-contain" />
      <div className="flex items-center justify-between gap-2">
        <span className="figures text-12 text-quiet">
          {size === before ? t('size', { size }) : t('shrunk', { size, before })}
        </span>
        <button type="button" disabled={disabled} className={buttonClass('quiet', true)} onClick={onRemove}>
          <Trash2 size={18} strokeWidth={1.5} aria-hidden="true" />
          {t('remove')}
        </button>
      </div>
    </div>
  )
}
