import { codeDigits } from '@truemark/ui/figures/codeDigits'
import {
  deskTotpBegin,
  deskTotpRemove,
  deskTotpSet,
  type DeskSecurityState,
} from '@truemark/protocol/routes/deskSecurity'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { Button } from '@truemark/ui/primitives/Button'
import { CodeInput } from '@truemark/ui/primitives/CodeInput'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, focusFault, ScanFigure, useDeed } from '../deed/door.ts'
import { useErrorText } from '../i18n/door.ts'
import { OwnSheet } from '../table/door.ts'
import { ProofFields } from './ProofFields.tsx'
import { ProofSheet } from './ProofSheet.tsx'
import { isProofWhole, proven, useProof } from './proof.ts'

interface AppSheetProps {
  state: DeskSecurityState
  onClose: () => void
}

type Begun = AnswerOf<typeof deskTotpBegin>

/** Sets an authenticator app up, in place of one before: a proof, then its secret and a first code. */
export function AppSetSheet({ state, onClose }: AppSheetProps) {
  const t = useTranslations('desk.security')
  const [begun, setBegun] = useState<Begun | null>(null)
  return (
    <OwnSheet onClose={onClose} title={t(state.totp ? 'appReplace' : 'appSet')}>
      {begun === null ? <BeginStep state={state} onBegun={setBegun} /> : <FinishStep begun={begun} onDone={onClose} />}
    </OwnSheet>
  )
}

function BeginStep({ state, onBegun }: { state: DeskSecurityState; onBegun: (begun: Begun) => void }) {
  const t = useTranslations('desk.security')
  const errorText = useErrorText()
  const [proof, setProof] = useProof(state)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const begin = async () => {
    setBusy(true)
    setFailure(null)
    try {
      onBegun(await call(deskTotpBegin, { body: await proven(proof) }))
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isProofWhole(proof)) focusFault()
    else if (!busy) void begin()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ProofFields proof={proof} state={state} tried={tried} onChange={setProof} />
      <FailureNote text={failure} />
      <Button type="submit" wide busy={busy}>
        {t('goOn')}
      </Button>
    </form>
  )
}

function FinishStep({ begun, onDone }: { begun: Begun; onDone: () => void }) {
  const t = useTranslations('desk.security')
  const link = useTranslations('desk.link')
  const fault = useTranslations('desk.fault')
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const plain = codeDigits(code)
  const isWhole = /^[0-9]{6}$/.test(plain)
  const set = useDeed({
    send: () => call(deskTotpSet, { body: { totp: plain } }),
    touches: ['security'],
    done: () => t('appDone'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isWhole) focusFault()
    else if (!set.busy) void set.run(undefined).then((done) => done && onDone())
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ScanFigure uri={begun.uri} secret={begun.secret} />
      <CodeInput
        label={link('totp')}
        value={code}
        error={tried && !isWhole ? fault('totp') : undefined}
        onValueChange={setCode}
      />
      <FailureNote text={set.failure} />
      <Button type="submit" wide busy={set.busy}>
        {t('appFinish')}
      </Button>
    </form>
  )
}

/** Takes the authenticator app off, by a proof. */
export function AppRemoveSheet({ state, onClose }: AppSheetProps) {
  const t = useTranslations('desk.security')
  return (
    <ProofSheet
      title={t('appRemove')}
      text={t('appRemoveText')}
      submitLabel={t('appRemove')}
      doneText={t('appGone')}
      state={state}
      send={(body) => call(deskTotpRemove, { body })}
      onClose={onClose}
    />
  )
}
