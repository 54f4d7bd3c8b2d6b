import { localeOf, type LocaleId } from '@truemark/protocol/locale'
import { deskVersionWrite, textLengthMax, type Piece } from '@truemark/protocol/routes/deskContent'
import { Field } from '@truemark/ui/primitives/Field'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { FailureNote, focusFault, SaveBar, useDeed } from '../deed/door.ts'
import { draftFaults, inserted, marked, type Draft, type DraftFault } from './drafts.ts'
import { MarkBar } from './MarkBar.tsx'
import { Preview } from './Preview.tsx'

export interface VersionFormProps {
  piece: Piece
  lang: LocaleId
  /** The newest version's number. */
  seen: number
  saved: Draft
  draft: Draft | undefined
  onDraft: (draft: Draft | null) => void
}

/** Title, summary and text of one language, beside what its reader will see. */
export function VersionForm({ piece, lang, seen, saved, draft, onDraft }: VersionFormProps) {
  const t = useTranslations('desk')
  const mayWrite = useMay('desk_content_write')
  const [tried, setTried] = useState(false)
  const text = draft ?? saved
  const { fault, unsafe } = draftFaults(text)
  const { tag } = localeOf(lang)
  const changed =
    draft !== undefined &&
    (draft.title !== saved.title || draft.summary !== saved.summary || draft.content !== saved.content)
  const deed = useDeed({
    send: () => {
      const { title, summary, content, restoredFrom } = text
      const body = { title: title.trim(), summary: summary.trim(), content, seen, restored_from: restoredFrom }
      return call(deskVersionWrite, { params: { id: piece.id, lang }, body })
    },
    touches: ['contents'],
    done: () => t('contents.saved'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (fault !== null) focusFault()
    else if (changed && !deed.busy) void deed.run(undefined).then((done) => done && onDraft(null))
  }
  const put = (change: Partial<Draft>) => onDraft({ ...text, ...change })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid items-start gap-6 wide:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <TextFields
            text={text}
            tag={tag}
            isNews={piece.kind === 'news'}
            disabled={!mayWrite}
            fault={tried ? fault : null}
            onChange={put}
          />
        </div>
        <Preview draft={text} tag={tag} faults={unsafe} />
      </div>
      <FailureNote text={deed.failure} />
      {mayWrite && <SaveBar changed={changed} busy={deed.busy} onDiscard={() => onDraft(null)} />}
    </form>
  )
}

interface TextFieldsProps {
  text: Draft
  tag: string
  isNews: boolean
  disabled: boolean
  fault: DraftFault | null
  onChange: (change: Partial<Draft>) => void
}

function TextFields({ text, tag, isNews, disabled, fault, onChange }: TextFieldsProps) {
  const t = useTranslations('desk')
  const field = { lang: tag, disabled, autoCapitalize: 'sentences', spellCheck: true } as const
  return (
    <>
      <TextInput
        {...field}
        label={t('contents.heading')}
        value={text.title}
        maxLength={120}
        error={fault === 'title' ? t('fault.required') : undefined}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      {isNews && (
        <TextInput
          {...field}
          label={t('contents.summary')}
          hint={t('contents.summaryHint')}
          aside={t('common.optional')}
          value={text.summary}
          maxLength={200}
          onChange={(event) => onChange({ summary: event.target.value })}
        />
      )}
      <ContentField text={text} tag={tag} disabled={disabled} fault={fault} onChange={onChange} />
    </>
  )
}

const contentErrors = { title: null, content: 'required', long: 'tooLong', unsafe: 'unsafe' } as const

function ContentField({ text, tag, disabled, fault, onChange }: Omit<TextFieldsProps, 'isNews'>) {
  const t = useTranslations('desk')
  const area = useRef<HTMLTextAreaElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { content } = text
  const error = fault === null ? null : contentErrors[fault]
  const shownError = error === null ? undefined : error === 'unsafe' ? t('contents.unsafe') : t(`fault.${error}`)
  const mark = (kind: Parameters<typeof marked>[3]) => {
    const at = area.current
    if (at === null) return
    const next = marked(content, at.selectionStart, at.selectionEnd, kind)
    onChange({ content: next.text })
    requestAnimationFrame(() => {
      at.focus()
      at.setSelectionRange(next.from, next.to)
    })
  }
  return (
    <div className="flex flex-col gap-1">
      {!disabled && (
        <MarkBar
          onMark={mark}
          onFailure={setFailure}
          onImage={(address) => {
            const at = area.current?.selectionEnd ?? content.length
            onChange({ content: inserted(content, at, `![${t('contents.imageAlt')}](${address})`) })
          }}
        />
      )}
      <Field label={t('contents.content')} hint={t('contents.markdown')} error={shownError}>
        {(control) => (
          <textarea
            {...control}
            ref={area}
            lang={tag}
            value={content}
            disabled={disabled}
            spellCheck
            maxLength={textLengthMax}
            rows={16}
            onChange={(event) => onChange({ content: event.target.value })}
            className="min-h-80 w-full resize-y rounded-control bg-raised px-3.5 py-3 text-16 hairline outline-none focus:shadow-[inset_0_0_0_1.5px_var(--primary)] disabled:opacity-55"
          />
        )}
      </Field>
      <FailureNote text={failure} />
    </div>
  )
}
