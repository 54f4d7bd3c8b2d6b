import { serverNow } from '@truemark/ui/device/serverTime'
import { localeOf, type LocaleId } from '@truemark/protocol/locale'
import { deskPiecePublish, type Piece, type PieceLanguage } from '@truemark/protocol/routes/deskContent'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Switch } from '@truemark/ui/primitives/Switch'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FormSheet, focusFault, isReasonText, ReasonField, useDeed } from '../deed/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { momentOf, unpublished } from './pieceStates.ts'

interface Form {
  readonly without: readonly LocaleId[]
  readonly when: 'now' | 'later'
  readonly moment: string
  readonly reason: string
}

/** Publishes the newest versions: of which languages, now or from when, and why. */
export function PublishSheet(props: { piece: Piece; open: boolean; onOpenChange: (open: boolean) => void }) {
  const { piece, open, onOpenChange } = props
  const t = useTranslations('desk')
  const [form, setForm] = useState<Form>({ without: [], when: 'now', moment: '', reason: '' })
  const [tried, setTried] = useState(false)
  const chosen = unpublished(piece.languages).filter(({ lang }) => !form.without.includes(lang))
  const deed = useDeed({
    send: (at: number | null) => {
      const versions = chosen.map(({ lang, version }) => ({ lang, number: version }))
      return call(deskPiecePublish, { params: { id: piece.id }, body: { versions, at, reason: form.reason.trim() } })
    },
    touches: ['contents'],
    done: (at) => (at === null ? t('contents.published') : t('contents.scheduled')),
  })
  const send = () => {
    setTried(true)
    const at = form.when === 'now' ? null : momentOf(form.moment, serverNow())
    if ((form.when === 'later' && at === null) || !isReasonText(form.reason) || chosen.length === 0) return focusFault()
    if (!deed.busy) void deed.run(at).then((done) => done && onOpenChange(false))
  }
  return (
    <FormSheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('contents.publish')}
      description={piece.kind === 'user_agreement' ? t('contents.agreementExplained') : t('contents.publishExplained')}
      sendLabel={form.when === 'now' ? t('contents.publishNow') : t('contents.schedule')}
      disabled={chosen.length === 0}
      busy={deed.busy}
      failure={deed.failure}
      onSend={send}
    >
      <Languages languages={unpublished(piece.languages)} form={form} onChange={setForm} />
      <Moment form={form} tried={tried} onChange={setForm} />
      <ReasonField
        label={t('deed.reason')}
        value={form.reason}
        tried={tried}
        onValueChange={(reason) => setForm({ ...form, reason })}
      />
    </FormSheet>
  )
}

interface PartProps {
  form: Form
  onChange: (form: Form) => void
}

function Languages({ languages, form, onChange }: PartProps & { languages: readonly PieceLanguage[] }) {
  const t = useTranslations('desk.contents')
  return (
    <ul aria-label={t('languages')} className="flex flex-col rounded-control bg-raised hairline">
      {languages.map(({ lang, version }) => {
        const { name } = localeOf(lang)
        return (
          <li key={lang} className="flex items-center justify-between gap-3 pl-3.5">
            <span className="text-16">
              {name} <span className="figures text-14 text-quiet">{t('versionNumber', { number: version })}</span>
            </span>
            <Switch
              label={name}
              checked={!form.without.includes(lang)}
              onCheckedChange={(on) =>
                onChange({
                  ...form,
                  without: on ? form.without.filter((one) => one !== lang) : [...form.without, lang],
                })
              }
            />
          </li>
        )
      })}
    </ul>
  )
}

function Moment({ form, tried, onChange }: PartProps & { tried: boolean }) {
  const t = useTranslations('desk.contents')
  const dateTime = useDateTime()
  const at = momentOf(form.moment, 0)
  return (
    <>
      <Segmented
        label={t('when')}
        value={form.when}
        items={[
          { value: 'now', label: t('now') },
          { value: 'later', label: t('later') },
        ]}
        onValueChange={(when) => onChange({ ...form, when })}
      />
      {form.when === 'later' && (
        <TextInput
          label={t('moment')}
          type="datetime-local"
          step="1"
          value={form.moment}
          hint={at === null ? t('momentHint') : t('momentRead', { time: dateTime(at) })}
          error={tried && at === null ? t('momentPast') : undefined}
          onChange={(event) => onChange({ ...form, moment: event.target.value })}
        />
      )}
    </>
  )
}
