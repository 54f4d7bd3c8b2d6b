import { localeOf, locales, type LocaleId } from '@truemark/protocol/locale'
import {
  deskCanned,
  deskCannedChange,
  deskCannedMake,
  deskCannedRemove,
  type Canned,
} from '@truemark/protocol/routes/deskSupport'
import { Button } from '@truemark/ui/primitives/Button'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import { Field } from '@truemark/ui/primitives/Field'
import { Select } from '@truemark/ui/primitives/Select'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useWhole } from '../data/lists.ts'
import { useMay } from '../data/session.ts'
import { FailureNote, useDeed } from '../deed/door.ts'
import { type Column, figureColumn, Heading, ListView, OwnSheet, wholeRow } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { TextBox } from './AnswerParts.tsx'

const titleLengthMax = 80

/** The answers that are ready, each in as many languages as it was written. */
export function CannedScreen() {
  const t = useTranslations('desk.support.canned')
  const menu = useTranslations('desk.support')
  const mayWrite = useMay('desk_support_write')
  const list = useWhole(['canned'], () => call(deskCanned, {}), { csv: { list: deskCanned } })
  const [edited, setEdited] = useState<Canned | 'new' | null>(null)
  return (
    <>
      <Heading
        back={{ to: '/support', label: menu('title') }}
        title={t('title')}
        text={t('explained')}
        actions={mayWrite && <Button onClick={() => setEdited('new')}>{t('add')}</Button>}
      />
      <ListView
        label={t('title')}
        list={list}
        columns={useColumns(setEdited)}
        rowKey={(one) => one.id}
        empty={{ drawing: 'mail', title: t('none'), text: t('noneText') }}
      />
      {edited !== null && (
        <CannedForm key={edited === 'new' ? 'new' : edited.id} one={edited} onDone={() => setEdited(null)} />
      )}
    </>
  )
}

function useColumns(edit: (one: Canned) => void): readonly Column<Canned>[] {
  const t = useTranslations('desk.support.canned')
  const dateTime = useDateTime()
  return [
    {
      key: 'title',
      head: t('name'),
      cell: (one) => (
        <button type="button" className={`text-left text-primary ${wholeRow}`} onClick={() => edit(one)}>
          {one.title}
        </button>
      ),
    },
    { key: 'text', head: t('text'), cell: (one) => <span className="line-clamp-2">{one.texts.en}</span> },
    figureColumn('languages', t('languages'), (one) => `${Object.keys(one.texts).length} / ${locales.length}`),
    { key: 'by', head: t('by'), cell: (one) => one.updated_by },
    figureColumn('updated', t('updated'), (one) => dateTime(one.updated)),
  ]
}

type Texts = Canned['texts']

function CannedForm({ one, onDone }: { one: Canned | 'new'; onDone: () => void }) {
  const t = useTranslations('desk')
  const mayWrite = useMay('desk_support_write')
  const [title, setTitle] = useState(one === 'new' ? '' : one.title)
  const [texts, setTexts] = useState<Texts>(one === 'new' ? {} : one.texts)
  const [lang, setLang] = useState<LocaleId>('en')
  const [tried, setTried] = useState(false)
  const isEnglishMissing = (texts.en ?? '').trim() === ''
  const save = useDeed({
    send: () => {
      const written = Object.entries(texts).filter(([, text]) => text.trim() !== '')
      const body = { title: title.trim(), texts: Object.fromEntries(written) }
      return one === 'new' ? call(deskCannedMake, { body }) : call(deskCannedChange, { params: { id: one.id }, body })
    },
    touches: ['canned'],
    done: () => t('support.canned.saved'),
  })
  const submit = () => {
    setTried(true)
    if (isEnglishMissing) setLang('en')
    if (title.trim() === '' || isEnglishMissing || save.busy) return
    void save.run(undefined).then((done) => done && onDone())
  }
  return (
    <OwnSheet
      onClose={onDone}
      title={t(one === 'new' ? 'support.canned.add' : 'support.canned.edit')}
      footer={
        mayWrite && (
          <>
            {one !== 'new' && <RemoveButton one={one} onDone={onDone} />}
            <Button className="flex-1" busy={save.busy} onClick={submit}>
              {t('common.save')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <TextInput
          label={t('support.canned.name')}
          value={title}
          maxLength={titleLengthMax}
          disabled={!mayWrite}
          autoCapitalize="sentences"
          error={tried && title.trim() === '' ? t('fault.required') : undefined}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextsField
          texts={texts}
          lang={lang}
          disabled={!mayWrite}
          isMissing={tried && isEnglishMissing}
          onLang={setLang}
          onChange={setTexts}
        />
        <FailureNote text={save.failure} />
      </div>
    </OwnSheet>
  )
}

interface TextsFieldProps {
  texts: Texts
  lang: LocaleId
  disabled: boolean
  isMissing: boolean
  onLang: (lang: LocaleId) => void
  onChange: (texts: Texts) => void
}

/** The text of one language at a time; a dot marks those that were written. */
function TextsField({ texts, lang, disabled, isMissing, onLang, onChange }: TextsFieldProps) {
  const t = useTranslations('desk')
  return (
    <>
      <Select
        label={t('common.language')}
        value={lang}
        options={locales.map(({ id, name }) => ({ value: id, label: (texts[id] ?? '') === '' ? name : `${name} •` }))}
        onValueChange={onLang}
      />
      <Field
        label={t('support.canned.text')}
        hint={t(lang === 'en' ? 'support.canned.englishHint' : 'support.canned.fallback')}
        error={lang === 'en' && isMissing ? t('fault.required') : undefined}
      >
        {(control) => (
          <TextBox
            {...control}
            lang={localeOf(lang).tag}
            rows={7}
            value={texts[lang] ?? ''}
            disabled={disabled}
            onChange={(text) => onChange({ ...texts, [lang]: text })}
          />
        )}
      </Field>
    </>
  )
}

function RemoveButton({ one, onDone }: { one: Canned; onDone: () => void }) {
  const t = useTranslations('desk')
  const [open, setOpen] = useState(false)
  const deed = useDeed({
    send: () => call(deskCannedRemove, { params: { id: one.id } }),
    touches: ['canned'],
    done: () => t('support.canned.removed'),
  })
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t('support.canned.remove')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('support.canned.removeTitle')}
        description={t('support.canned.removeText')}
        confirmLabel={t('support.canned.remove')}
        cancelLabel={t('common.cancel')}
        confirmKind="danger"
        busy={deed.busy}
        onConfirm={() => void deed.run(undefined).then((done) => done && onDone())}
      >
        <FailureNote text={deed.failure} />
      </ConfirmDialog>
    </>
  )
}
