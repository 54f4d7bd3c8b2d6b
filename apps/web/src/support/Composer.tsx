import { supportTextMax } from '@truemark/protocol/routes/support'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { joined } from '@truemark/ui/primitives/joined'
import { Spinner } from '@truemark/ui/primitives/Spinner'
import { ImagePlus, SendHorizontal, X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { BlobImage, PictureForm } from '../wallet/door.ts'
import { ownChat } from './chatStore.ts'
import { FilePicker } from './FilePicker.tsx'
import { isText, useDraft } from '../data/draft.ts'
import { useReadImage } from './useReadImage.ts'

/** Where one writes: what was begun stays when one leaves, and nothing is lost while there is no connection. */
export function Composer() {
  const t = useTranslations('support.chat')
  const [text, setText] = useDraft('chat', '', isText)
  const [image, setImage] = useState<Blob | null>(null)
  const { busy, fault, read, forget } = useReadImage(setImage)
  const canSend = text.trim() !== '' || image !== null || busy
  const send = () => {
    if (!canSend) return
    ownChat().say(text.trim(), image)
    setText('')
    setImage(null)
    forget()
  }
  return (
    <PictureForm
      onSubmit={send}
      reading={{ busy, failed: fault !== undefined }}
      className="flex flex-col gap-2 bg-background px-2 pt-2 pb-2 hairline-t tablet:px-4"
    >
      {(waits) => (
        <>
          {image !== null && <Chosen image={image} onRemove={() => setImage(null)} />}
          {fault !== undefined && (
            <p role="alert" className="px-2 text-14 text-danger">
              {fault}
            </p>
          )}
          <div className="flex items-end gap-1">
            <FilePicker
              onPick={(files) => read(files.slice(0, 1))}
              className="feedback inline-grid size-12 shrink-0 place-items-center rounded-control text-secondary hover:bg-raised hover:text-text"
            >
              <ImagePlus size={22} strokeWidth={1.5} aria-hidden="true" />
              <span className="sr-only">{t('attach')}</span>
            </FilePicker>
            <WritingBox text={text} onChange={setText} />
            <IconButton
              type="submit"
              label={t('send')}
              aria-disabled={!canSend || undefined}
              aria-busy={waits || undefined}
              className={joined('size-12', canSend ? 'text-primary hover:text-primary' : 'opacity-45')}
            >
              {waits ? <Spinner /> : <SendHorizontal size={22} strokeWidth={1.5} aria-hidden="true" />}
            </IconButton>
          </div>
        </>
      )}
    </PictureForm>
  )
}

interface WritingBoxProps {
  text: string
  onChange: (text: string) => void
}

/** A box that grows with its text; a keyboard's Enter sends, a phone's makes a new line. */
function WritingBox({ text, onChange }: WritingBoxProps) {
  const t = useTranslations('support.chat')
  const key = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isPhone = window.matchMedia('(pointer: coarse)').matches
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isPhone) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <textarea
      aria-label={t('write')}
      placeholder={t('write')}
      value={text}
      rows={1}
      maxLength={supportTextMax}
      onChange={(event) => {
        onChange(event.target.value)
        ownChat().tellTyping()
      }}
      onKeyDown={key}
      className="field-sizing-content max-h-36 min-h-12 min-w-0 flex-1 resize-none rounded-control bg-raised px-3.5 py-3 text-16 leading-normal hairline outline-none placeholder:text-quiet focus:shadow-[inset_0_0_0_1.5px_var(--primary)]"
    />
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
