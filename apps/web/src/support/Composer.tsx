import { supportTextMax } from '@truemark/protocol/routes/support'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { joined } from '@truemark/ui/primitives/joined'
import { ImagePlus, SendHorizontal, X } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useDraft } from './useDraft.ts'
import { BlobImage } from '../wallet/door.ts'
import { say, tellTyping } from './chatStore.ts'
import { useReadImage } from './useReadImage.ts'

const accepted = 'image/png,image/jpeg,image/gif,image/svg+xml,.heic,.heif'

/** Where one writes: what was begun stays when one leaves, and nothing is lost while there is no connection. */
export function Composer() {
  const t = useTranslations('support.chat')
  const [text, setText] = useDraft('chat', '')
  const [image, setImage] = useState<Blob | null>(null)
  const { busy, fault, read, forget } = useReadImage((found) => setImage(found))
  const box = useRef<HTMLTextAreaElement>(null)
  useGrowing(box, text)
  const canSend = (text.trim() !== '' || image !== null) && !busy
  const send = () => {
    if (!canSend) return
    say(text.trim(), image)
    setText('')
    setImage(null)
    forget()
    box.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  // a keyboard's Enter sends; on a phone it makes a new line, and the button sends
  const key = (event: KeyboardEvent) => {
    const isPhone = window.matchMedia('(pointer: coarse)').matches
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isPhone) return
    event.preventDefault()
    send()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 bg-background px-2 pt-2 pb-2 hairline-t tablet:px-4">
      {image !== null && <Chosen image={image} onRemove={() => setImage(null)} />}
      {fault !== undefined && (
        <p role="alert" className="px-2 text-14 text-danger">
          {fault}
        </p>
      )}
      <div className="flex items-end gap-1">
        <label
          className={joined(
            'feedback inline-grid size-12 shrink-0 cursor-pointer place-items-center rounded-control text-secondary hover:bg-raised hover:text-text',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
          )}
        >
          <ImagePlus size={22} strokeWidth={1.5} aria-hidden="true" />
          <span className="sr-only">{t('attach')}</span>
          <input
            type="file"
            accept={accepted}
            className="sr-only"
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) read(file)
            }}
          />
        </label>
        <textarea
          ref={box}
          aria-label={t('write')}
          placeholder={t('write')}
          value={text}
          rows={1}
          maxLength={supportTextMax}
          onChange={(event) => {
            setText(event.target.value)
            tellTyping()
          }}
          onKeyDown={key}
          className="max-h-36 min-h-12 min-w-0 flex-1 resize-none rounded-control bg-raised px-3.5 py-3 text-16 leading-normal hairline outline-none placeholder:text-quiet focus:shadow-[inset_0_0_0_1.5px_var(--primary)]"
        />
        <IconButton
          type="submit"
          label={t('send')}
          aria-disabled={!canSend || undefined}
          className={joined('size-12', canSend ? 'text-primary hover:text-primary' : 'opacity-45')}
        >
          <SendHorizontal size={22} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </div>
    </form>
  )
}

function Chosen({ image, onRemove }: { image: Blob; onRemove: () => void }) {
  const t = useTranslations('support.chat')
  return (
    <div className="flex items-center gap-2 self-start rounded-control bg-raised p-2 hairline">
      <BlobImage blob={image} alt={t('picture')} className="size-16 rounded-chip object-cover" />
      <IconButton label={t('removePicture')} onClick={onRemove}>
        <X size={18} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** Lets the box grow with its text, up to its greatest height. */
function useGrowing(box: React.RefObject<HTMLTextAreaElement | null>, text: string) {
  useEffect(() => {
    const element = box.current
    if (element === null) return
    element.style.height = 'auto'
    element.style.height = text === '' ? '' : `${element.scrollHeight}px`
  }, [box, text])
}
