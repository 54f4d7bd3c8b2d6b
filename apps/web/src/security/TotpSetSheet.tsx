import { client } from '@truemark/protocol/client'
import type { TotpStanding } from '@truemark/protocol/routes/identity'
import { Button } from '@truemark/ui/primitives/Button'
import { CodeInput } from '@truemark/ui/primitives/CodeInput'
import { QRCodeSVG } from 'qrcode.react'
import { toast } from 'sonner'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useTried } from '../parts/useTried.ts'
import { isAboutProof, isProofWhole, type Proof, StepUpFields, useProof, useRefusalText } from '../wallet/door.ts'
import { CopyButton } from './CopyButton.tsx'
import { useTotp } from './useTotp.ts'

const codeSize = 176
const groupLength = 4

interface TotpSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Sets up an authenticator app: a proof, then its QR code and a first code, then the recovery codes. */
export function TotpSetSheet({ open, onOpenChange }: TotpSheetProps) {
  const t = useTranslations('security.totp')
  const [proof, setProof] = useProof()
  const [begun, setBegun] = useState<TotpStanding | null>(null)
  const [spares, setSpares] = useState<readonly string[] | null>(null)
  const step = spares !== null ? 'spares' : begun !== null ? 'code' : 'proof'
  return (
    <OwnSheet
      open={open}
      onClose={() => onOpenChange(false)}
      title={step === 'spares' ? t('spareTitle') : t('title')}
      description={t(step === 'spares' ? 'spareText' : step === 'code' ? 'scan' : 'passwordFirst')}
    >
      {step === 'proof' && <ProofStep proof={proof} onProof={setProof} onBegun={setBegun} />}
      {step === 'code' && begun !== null && <CodeStep password={proof.password} begun={begun} onSet={setSpares} />}
      {spares !== null && <Spares codes={spares} onDone={() => onOpenChange(false)} />}
    </OwnSheet>
  )
}

interface ProofStepProps {
  proof: Proof
  onProof: (proof: Proof) => void
  onBegun: (begun: TotpStanding) => void
}

/** The app will stand in the place of a sent code, so that beginning takes what withdrawing takes. */
function ProofStep({ proof, onProof, onBegun }: ProofStepProps) {
  const t = useTranslations('security.totp')
  const refusalText = useRefusalText()
  const { begin, forget } = useTotp()
  const { tried, onSubmit } = useTried(
    !isProofWhole(proof),
    () => begin.mutate(proof, { onSuccess: onBegun }),
    begin.isPending,
  )
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <StepUpFields
        proof={proof}
        tried={tried}
        failure={begin.error}
        onChange={(next) => {
          onProof(next)
          forget()
        }}
      />
      <Refused text={begin.isError && !isAboutProof(begin.error) ? refusalText(begin.error) : undefined} />
      <Button type="submit" wide busy={begin.isPending}>
        {t('begin')}
      </Button>
    </form>
  )
}

interface CodeStepProps {
  password: string
  begun: TotpStanding
  onSet: (spares: readonly string[]) => void
}

function CodeStep({ password, begun, onSet }: CodeStepProps) {
  const t = useTranslations('security.totp')
  const { set, passwordError, codeError, forget } = useTotp()
  const [code, setCode] = useState('')
  const isWhole = code.length === client.codeLength
  const { tried, onSubmit } = useTried(
    !isWhole,
    () =>
      set.mutate(
        { password, totp: code },
        {
          onSuccess: ({ recovery_codes }) => {
            toast.success(t('switchedOn'))
            onSet(recovery_codes)
          },
        },
      ),
    set.isPending,
  )
  const missing = tried && !isWhole ? t('codeMissing') : undefined
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <div className="self-center rounded-card bg-[#ffffff] p-3">
        <QRCodeSVG value={begun.uri} size={codeSize} level="M" bgColor="#ffffff" fgColor="#121212" title={t('qr')} />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 rounded-control bg-raised py-1 pr-1 pl-3.5">
        <span className="flex min-w-0 flex-1 flex-col py-1">
          <span className="text-12 text-quiet">{t('key')}</span>
          <span className="figures text-14 break-words">{inGroups(begun.secret)}</span>
        </span>
        <CopyButton text={begun.secret} label={t('copyKey')} />
      </div>
      <CodeInput
        label={t('appCode')}
        value={code}
        error={missing ?? passwordError ?? codeError}
        onValueChange={(digits) => {
          setCode(digits)
          forget()
        }}
      />
      <Button type="submit" wide busy={set.isPending}>
        {t('finish')}
      </Button>
    </form>
  )
}

function Spares({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslations('security.totp')
  return (
    <div className="flex flex-col gap-4">
      <ul className="grid grid-cols-2 gap-2">
        {codes.map((code) => (
          <li key={code} className="figures rounded-control bg-raised px-3 py-2.5 text-center text-16 select-all">
            {inGroups(code)}
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} label={t('copyAll')} wide />
      <Button wide onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  )
}

function inGroups(text: string): string {
  return text.match(new RegExp(`.{1,${groupLength}}`, 'g'))?.join(' ') ?? text
}
