import { localeOf, type LocaleId } from '@truemark/protocol/locale'
import type { article } from '@truemark/protocol/routes/content'
import { deskContentChange, type contentNames } from '@truemark/protocol/routes/deskSettings'
import { Field } from '@truemark/ui/primitives/Field'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { FailureNote, focusFault, SaveBar, useDeed } from '../deed/door.ts'
import { useDateTime } from '../reader/door.ts'

export interface ContentDraft {
  readonly title: string
  readonly content: string
}

export interface ContentFormProps {
  name: (typeof contentNames)[number]
  lang: LocaleId
  saved: z.infer<typeof article>
  draft: ContentDraft | undefined
  onDraft: (draft: ContentDraft | null) => void
}

/** Heading and content of one text in one language. */
export function ContentForm({ name, lang, saved, draft, onDraft }: ContentFormProps) {
  const t = useTranslations('desk')
  const dateTime = useDateTime()
  const mayWrite = useMay('desk_content_write')
  const [tried, setTried] = useState(false)
  const { tag } = localeOf(lang)
  const { title, content } = draft ?? saved
  const changed = draft !== undefined && (draft.title !== saved.title || draft.content !== saved.content)
  const fit = deskContentChange.body.safeParse({ title, content }).success
  const deed = useDeed({
    send: () => call(deskContentChange, { params: { name }, body: { title, content } }, lang),
    touches: ['content', 'audit'],
    done: () => t('contents.saved'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!fit) focusFault()
    else if (changed && !deed.busy) void deed.run(undefined).then((done) => done && onDraft(null))
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextInput
        label={t('contents.heading')}
        lang={tag}
        value={title}
        disabled={!mayWrite}
        maxLength={120}
        autoCapitalize="sentences"
        spellCheck
        error={tried && title === '' ? t('fault.required') : undefined}
        onChange={(event) => onDraft({ title: event.target.value, content })}
      />
      <Field
        label={t('contents.content')}
        hint={t('contents.plain')}
        error={tried && title !== '' && !fit ? t('fault.tooLong') : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            lang={tag}
            value={content}
            disabled={!mayWrite}
            spellCheck
            maxLength={50_000}
            rows={16}
            onChange={(event) => onDraft({ title, content: event.target.value })}
            className="min-h-80 w-full resize-y rounded-control bg-raised px-3.5 py-3 text-16 hairline outline-none focus:shadow-[inset_0_0_0_1.5px_var(--primary)] disabled:opacity-55"
          />
        )}
      </Field>
      <p className="text-12 text-quiet">
        {saved.updated > 0 ? t('contents.updated', { time: dateTime(saved.updated) }) : t('contents.unwritten')}
      </p>
      <FailureNote text={deed.failure} />
      {mayWrite && <SaveBar changed={changed} busy={deed.busy} onDiscard={() => onDraft(null)} />}
    </form>
  )
}
