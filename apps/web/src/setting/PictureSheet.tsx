import type { UserInfo } from '@truemark/protocol/routes/identity'
import { Button, buttonClass } from '@truemark/ui/primitives/Button'
import { joined } from '@truemark/ui/primitives/joined'
import { ProgressBar } from '@truemark/ui/primitives/ProgressBar'
import { ImagePlus, Trash2 } from 'lucide-react'
import { toast } from 'sonner'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { client } from '@truemark/protocol/client'
import type { Reason } from '@truemark/protocol/errors'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { useErrorText } from '../i18n/door.ts'
import { readImage } from '../wallet/door.ts'
import { Avatar, RoundImage } from './Avatar.tsx'
import { useProfile } from './useProfile.ts'

const previewSize = 128
const accepted = 'image/png,image/jpeg,image/gif,image/svg+xml,.heic,.heif'

interface PictureSheetProps {
  user: UserInfo
  name: string
  onClose: () => void
}

/** Another picture for the profile, as it will be shown, or none. */
export function PictureSheet({ user, name, onClose }: PictureSheetProps) {
  const t = useTranslations('setting.profile')
  const notices = useTranslations('notices')
  const sending = useTranslations('verification')
  const image = useTranslations('wallet.image')
  const errorText = useErrorText()
  const [picked, setPicked] = useState<Blob | null>(null)
  const [fault, setFault] = useState<string>()
  const [reading, setReading] = useState(false)
  const { change, share } = useProfile(() => {
    toast.success(notices('profileImageUpdated'))
    onClose()
  })
  const faultText = useFaultText()
  const read = async (file: File) => {
    change.reset()
    setReading(true)
    const found = await readPicture(file).catch(() => ({ ok: false, fault: 'file_unreadable' }) as const)
    setReading(false)
    setPicked(found.ok ? found.picture : null)
    setFault(found.ok ? undefined : faultText(found.fault))
  }
  const save = () => {
    if (picked === null) return setFault(fault ?? notices('imageNotSelected'))
    change.mutate({ body: {}, picture: picked }, { onError: () => toast.error(notices('imageUploadFailed')) })
  }
  const complaint = fault ?? (change.error === null ? undefined : errorText(change.error))
  const percent = String(Math.round(share * 100))
  return (
    <OwnSheet onClose={onClose} title={t('picture')}>
      <div className="flex flex-col gap-4">
        <div className="self-center">
          {picked === null ? (
            <Avatar id={user.avatar} name={name} size={previewSize} />
          ) : (
            <RoundImage blob={picked} alt={t('preview')} size={previewSize} />
          )}
        </div>
        <div className="flex flex-wrap justify-center gap-2">
          <PicturePicker label={image('file')} disabled={change.isPending} onPick={(file) => void read(file)} />
          {user.avatar !== '' && picked === null && (
            <Button kind="quiet" compact onClick={() => change.mutate({ body: { avatar_removed: 'true' } })}>
              <Trash2 size={18} strokeWidth={1.5} aria-hidden="true" />
              {image('remove')}
            </Button>
          )}
        </div>
        <p
          role={complaint === undefined ? undefined : 'alert'}
          className={joined('text-center text-14', complaint === undefined ? 'text-quiet' : 'text-danger')}
        >
          {complaint ?? t('pictureHint')}
        </p>
        {change.isPending && picked !== null && <ProgressBar share={share} label={sending('sending', { percent })} />}
        <Button wide busy={change.isPending || reading} onClick={save}>
          {t('save')}
        </Button>
      </div>
    </OwnSheet>
  )
}

/** The sentence about a picked file. */
function useFaultText() {
  const notices = useTranslations('notices')
  const errors = useTranslations('errors')
  return (fault: Extract<Awaited<ReturnType<typeof readPicture>>, { ok: false }>['fault']): string => {
    if (fault === 'none') return notices('imageFileRequired')
    return fault === 'large' ? notices('imageTooLarge') : errors(fault)
  }
}

interface PicturePickerProps {
  label: string
  disabled: boolean
  onPick: (file: File) => void
}

function PicturePicker({ label, disabled, onPick }: PicturePickerProps) {
  return (
    <label
      className={joined(
        buttonClass('secondary', true),
        'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
      )}
    >
      <ImagePlus size={18} strokeWidth={1.5} aria-hidden="true" />
      {label}
      <input
        type="file"
        accept={accepted}
        disabled={disabled}
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

/** A picture that can be sent; `none` where the file is no image, `large` where it has 5 MB or more. */
type Picked =
  | { readonly ok: true; readonly picture: Blob }
  | { readonly ok: false; readonly fault: 'none' | 'large' | Reason }

/** Reads a file that was picked as a profile's picture, made smaller where it is a large photo. */
async function readPicture(file: File): Promise<Picked> {
  const found = await readImage(file)
  if (!found.ok && found.reason === 'file_type_invalid') return { ok: false, fault: 'none' }
  const isLarge = file.size >= client.imageBytesMax
  if (found.ok) return isLarge ? { ok: false, fault: 'large' } : { ok: true, picture: found.image.blob }
  const { reason } = found
  return { ok: false, fault: isLarge || reason === 'uncompressed' || reason === 'file_too_large' ? 'large' : reason }
}
