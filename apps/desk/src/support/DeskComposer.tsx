import type { LocaleId } from '@truemark/protocol/locale'
import { client } from '@truemark/protocol/client'
import { Button } from '@truemark/ui/primitives/Button'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { SendHorizontal, X } from 'lucide-react'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { NoteLine, PictureButton, ReadyButton, TextBox } from './AnswerParts.tsx'
import type { ChosenAnswer } from './CannedSheet.tsx'
import type { ChatSession } from '@truemark/client/chatSession'

/** Where an operator answers: by hand, by an answer that is ready, or with a picture. */
export function DeskComposer({ chat, lang }: { chat: ChatSession; lang: LocaleId }) {
  const t = useTranslations('desk.support')
  const [text, setText] = useState('')
  const [image, setImage] = useState<File | null>(null)
  const [note, setNote] = useState<string | null>(null)
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
  }
  const pick = (file: File) => {
    const isTooLarge = file.size > client.imageBytesMax
    setNote(isTooLarge ? t('pictureTooLarge') : null)
    setImage(isTooLarge ? null : file)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 p-3 hairline-t">
      <NoteLine note={note} />
      {image !== null && (
        <span className="flex items-center gap-1 self-start rounded-control bg-raised pl-3 text-14">
          <span className="max-w-60 truncate">{image.name}</span>
          <IconButton label={t('removePicture')} onClick={() => setImage(null)}>
            <X size={18} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        </span>
      )}
      <TextBox
        aria-label={t('answer')}
        placeholder={t('answer')}
        value={text}
        rows={3}
        onChange={(next) => {
          setText(next)
          chat.tellTyping()
        }}
        onKeyDown={key}
      />
      <div className="flex items-center gap-1">
        <ReadyButton lang={lang} onChoose={choose} />
        <PictureButton onPick={pick} />
        <span className="flex-1" />
        <Button type="submit" compact disabled={!canSend}>
          <SendHorizontal size={18} strokeWidth={1.5} aria-hidden="true" />
          {t('send')}
        </Button>
      </div>
    </form>
  )
}
