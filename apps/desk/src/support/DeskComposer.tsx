import type { LocaleId } from '@truemark/protocol/locale'
import { client } from '@truemark/protocol/client'
import { supportTextMax } from '@truemark/protocol/routes/support'
import { Button } from '@truemark/ui/primitives/Button'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { ImagePlus, MessageSquareText, SendHorizontal, X } from 'lucide-react'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { CannedSheet, type ChosenAnswer } from './CannedSheet.tsx'
import type { DeskChat } from './deskChat.ts'

const accepted = 'image/png,image/jpeg,image/gif,image/svg+xml'

/** Where an operator answers: by hand, by an answer that is ready, or with a picture. */
export function DeskComposer({ chat, lang }: { chat: DeskChat; lang: LocaleId }) {
  const t = useTranslations('desk.support')
  const [text, setText] = useState('')
  const [image, setImage] = useState<File | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const [choosing, setChoosing] = useState(false)
  const canSend = text.trim() !== '' || image !== null
  const send = () => {
    if (!canSend) return
    chat.say(text.trim(), image)
    setText('')
    setImage(null)
    setNote(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const choose = (answer: ChosenAnswer) => {
    setText((before) => (before.trim() === '' ? answer.text : `${before.trimEnd()}\n${answer.text}`))
    setNote(answer.note)
    setChoosing(false)
  }
  const pick = (file: File | undefined) => {
    if (file === undefined) return
    const isTooLarge = file.size > client.imageBytesMax
    setNote(isTooLarge ? t('pictureTooLarge') : null)
    setImage(isTooLarge ? null : file)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 p-3 hairline-t">
      {note !== null && (
        <output className="rounded-control bg-warning-soft px-3 py-2 text-14 text-warning">{note}</output>
      )}
      {image !== null && (
        <span className="flex items-center gap-1 self-start rounded-control bg-raised pl-3 text-14">
          <span className="max-w-60 truncate">{image.name}</span>
          <IconButton label={t('removePicture')} onClick={() => setImage(null)}>
            <X size={18} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        </span>
      )}
      <textarea
        aria-label={t('answer')}
        placeholder={t('answer')}
        value={text}
        rows={3}
        maxLength={supportTextMax}
        onChange={(event) => {
          setText(event.target.value)
          chat.tellTyping()
        }}
        onKeyDown={key}
        className="max-h-60 min-h-20 w-full resize-y rounded-control bg-raised px-3.5 py-3 text-16 hairline outline-none placeholder:text-quiet focus:shadow-[inset_0_0_0_1.5px_var(--primary)]"
      />
      <div className="flex items-center gap-1">
        <Button kind="quiet" compact className="-ml-2 px-3" onClick={() => setChoosing(true)}>
          <MessageSquareText size={18} strokeWidth={1.5} aria-hidden="true" />
          {t('ready')}
        </Button>
        <label className="feedback inline-grid size-11 cursor-pointer place-items-center rounded-control text-secondary hover:bg-raised hover:text-text has-focus-visible:outline-2 has-focus-visible:outline-primary">
          <ImagePlus size={20} strokeWidth={1.5} aria-hidden="true" />
          <span className="sr-only">{t('attach')}</span>
          <input
            type="file"
            accept={accepted}
            className="sr-only"
            onChange={(event) => {
              pick(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </label>
        <span className="flex-1" />
        <Button type="submit" compact disabled={!canSend}>
          <SendHorizontal size={18} strokeWidth={1.5} aria-hidden="true" />
          {t('send')}
        </Button>
      </div>
      <CannedSheet open={choosing} onOpenChange={setChoosing} lang={lang} onChoose={choose} />
    </form>
  )
}
