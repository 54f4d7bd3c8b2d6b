import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import { securityChange, securityRead, type SecuritySetting } from '@truemark/protocol/routes/identity'
import { Button } from '@truemark/ui/primitives/Button'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { Switch } from '@truemark/ui/primitives/Switch'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { toast } from 'sonner'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useSession, userOf } from '../data/session.ts'
import { useErrorText } from '../reader/door.ts'

const settingKey = ['security'] as const
const wordLengthMax = 20

/** The word that mails bear, and what is told by mail. */
export function AlertsRow() {
  const t = useTranslations('security.alerts')
  const uid = useSession((state) => userOf(state)?.uid)
  const { data } = useQuery({ queryKey: [...settingKey, uid], queryFn: () => call(securityRead, {}) })
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={rowClass} disabled={data === undefined} onClick={() => setOpen(true)}>
        <ListRowContent title={t('title')} note={t('note')} leads />
      </button>
      {data !== undefined && open && <AlertsSheet setting={data} onClose={() => setOpen(false)} />}
    </>
  )
}

function AlertsSheet({ setting, onClose }: { setting: SecuritySetting; onClose: () => void }) {
  const t = useTranslations('security.alerts')
  const security = useTranslations('security')
  const action = useTranslations('shell.action')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const [form, setForm] = useState(setting)
  const [password, setPassword] = useState('')
  const save = useMutation({
    mutationFn: () => call(securityChange, { body: { ...form, word: form.word.trim(), password } }),
    async onSuccess() {
      toast.success(t('saved'))
      await queries.invalidateQueries({ queryKey: settingKey })
      onClose()
    },
  })
  const failure = save.error === null ? undefined : errorText(save.error)
  const isAboutPassword = save.error instanceof ApiError && save.error.reason === 'confirm_password_wrong'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '' && !save.isPending) save.mutate()
  }
  return (
    <Sheet
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('title')}
      description={t('link')}
      closeLabel={action('close')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Choices form={form} onChange={setForm} />
        <PasswordInput
          label={security('oldPassword')}
          autoComplete="current-password"
          value={password}
          error={isAboutPassword ? failure : undefined}
          showLabel={action('show')}
          hideLabel={action('hide')}
          onChange={(event) => {
            setPassword(event.target.value)
            save.reset()
          }}
        />
        {failure !== undefined && !isAboutPassword && (
          <p role="alert" className="text-14 text-danger">
            {failure}
          </p>
        )}
        <Button type="submit" wide busy={save.isPending} disabled={password === ''}>
          {t('save')}
        </Button>
      </form>
    </Sheet>
  )
}

interface ChoicesProps {
  form: SecuritySetting
  onChange: (form: SecuritySetting) => void
}

function Choices({ form, onChange }: ChoicesProps) {
  const t = useTranslations('security.alerts')
  return (
    <>
      <TextInput
        label={t('word')}
        hint={t('wordHint')}
        autoComplete="off"
        maxLength={wordLengthMax}
        value={form.word}
        onChange={(event) => onChange({ ...form, word: event.target.value })}
      />
      {(['login', 'withdrawal'] as const).map((kind) => (
        <div key={kind} className="flex items-center justify-between gap-3">
          <span className="text-16">{t(kind)}</span>
          <Switch
            label={t(kind)}
            checked={form[`${kind}_mail`]}
            onCheckedChange={(on) => onChange({ ...form, [`${kind}_mail`]: on })}
          />
        </div>
      ))}
    </>
  )
}
