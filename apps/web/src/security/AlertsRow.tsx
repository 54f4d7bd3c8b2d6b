import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isWeaker, securityChange, securityRead, type SecuritySetting } from '@truemark/protocol/routes/identity'
import { Button } from '@truemark/ui/primitives/Button'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { PasswordInput } from '@truemark/ui/primitives/PasswordInput'
import { Switch } from '@truemark/ui/primitives/Switch'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { toast } from 'sonner'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useSession, userOf } from '../data/session.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import {
  isAboutProof,
  isProofWhole,
  type Proof,
  proven,
  StepUpFields,
  useProof,
  useRefusalText,
} from '../wallet/door.ts'

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
  const refusalText = useRefusalText()
  const [form, setForm] = useState(setting)
  const [proof, setProof] = useProof()
  const [tried, setTried] = useState(false)
  const save = useSave(onClose)
  const changed = { ...form, word: form.word.trim() }
  const weaker = isWeaker(setting, changed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const isWhole = weaker ? isProofWhole(proof) : proof.password !== ''
    if (isWhole && !save.isPending) save.mutate({ changed, proof, weaker })
  }
  const put = (next: Proof) => {
    setProof(next)
    save.reset()
  }
  return (
    <OwnSheet onClose={onClose} title={t('title')} description={t('link')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Choices form={form} onChange={setForm} />
        {weaker ? (
          <>
            <p className="text-14 text-secondary">{t('proofHint')}</p>
            <StepUpFields proof={proof} tried={tried} failure={save.error} onChange={put} />
          </>
        ) : (
          <Password proof={proof} tried={tried} failure={save.error} onChange={put} />
        )}
        <Refused text={save.isError && !isAboutProof(save.error) ? refusalText(save.error) : undefined} />
        <Button type="submit" wide busy={save.isPending}>
          {t('save')}
        </Button>
      </form>
    </OwnSheet>
  )
}

interface Saving {
  readonly changed: SecuritySetting
  readonly proof: Proof
  /** Whether it takes more than the password. */
  readonly weaker: boolean
}

function useSave(saved: () => void) {
  const t = useTranslations('security.alerts')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ changed, proof, weaker }: Saving) => {
      if (!weaker) return call(securityChange, { body: { ...changed, password: proof.password } })
      return call(securityChange, { body: { ...changed, ...(await proven(proof)) } })
    },
    async onSuccess() {
      toast.success(t('saved'))
      await queries.invalidateQueries({ queryKey: settingKey })
      saved()
    },
  })
}

interface PasswordProps {
  proof: Proof
  tried: boolean
  failure: unknown
  onChange: (proof: Proof) => void
}

function Password({ proof, tried, failure, onChange }: PasswordProps) {
  const t = useTranslations('security')
  const stepUp = useTranslations('wallet.stepUp')
  const action = useTranslations('shell.action')
  const refusalText = useRefusalText()
  const refused = isAboutProof(failure) ? refusalText(failure) : undefined
  return (
    <PasswordInput
      label={t('oldPassword')}
      autoComplete="current-password"
      value={proof.password}
      error={tried && proof.password === '' ? stepUp('passwordMissing') : refused}
      showLabel={action('show')}
      hideLabel={action('hide')}
      onChange={(event) => onChange({ ...proof, password: event.target.value })}
    />
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
