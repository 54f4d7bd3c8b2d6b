import type { LocaleId } from '@truemark/protocol/locale'
import { supportTextMax } from '@truemark/protocol/routes/support'
import { Button } from '@truemark/ui/primitives/Button'
import { ImagePlus, MessageSquareText } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { CannedSheet, type ChosenAnswer } from './CannedSheet.tsx'

type TextBoxProps = Omit<ComponentProps<'textarea'>, 'onChange'> & { onChange: (text: string) => void }

/** The box in which an answer is written. */
export function TextBox({ onChange, ...rest }: TextBoxProps) {
  return (
    <textarea
      maxLength={supportTextMax}
      {...rest}
      onChange={(event) => onChange(event.target.value)}
      className="max-h-80 min-h-20 w-full resize-y rounded-control bg-raised px-3.5 py-3 text-16 hairline outline-none placeholder:text-quiet focus:shadow-[inset_0_0_0_1.5px_var(--primary)] disabled:opacity-55"
    />
  )
}

/** What is to be known of the answer before it is sent. */
export function NoteLine({ note }: { note: string | null }) {
  if (note === null) return null
  return <output className="rounded-control bg-warning-soft px-3 py-2 text-14 text-warning">{note}</output>
}

/** Opens the answers that are ready. */
export function ReadyButton({ lang, onChoose }: { lang: LocaleId; onChoose: (answer: ChosenAnswer) => void }) {
  const t = useTranslations('desk.support')
  const [open, setOpen] = useState(false)
  const choose = (answer: ChosenAnswer) => {
    onChoose(answer)
    setOpen(false)
  }
  return (
    <>
      <Button kind="quiet" compact className="-ml-2 px-3" onClick={() => setOpen(true)}>
        <MessageSquareText size={18} strokeWidth={1.5} aria-hidden="true" />
        {t('ready')}
      </Button>
      <CannedSheet open={open} onOpenChange={setOpen} lang={lang} onChoose={choose} />
    </>
  )
}

const accepted = 'image/png,image/jpeg,image/gif,image/svg+xml'

/** Asks for a picture. */
export function PictureButton({ onPick }: { onPick: (file: File) => void }) {
  const t = useTranslations('desk.support')
  return (
    <label className="feedback inline-grid size-11 cursor-pointer place-items-center rounded-control text-secondary hover:bg-raised hover:text-text has-focus-visible:outline-2 has-focus-visible:outline-primary">
      <ImagePlus size={20} strokeWidth={1.5} aria-hidden="true" />
      <span className="sr-only">{t('attach')}</span>
      <input
        type="file"
        accept={accepted}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file !== undefined) onPick(file)
        }}
      />
    </label>
  )
}
