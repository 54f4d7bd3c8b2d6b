import type { LevelState } from '@truemark/protocol/routes/verification'
import { advancedFaults, type AdvancedFields } from '@truemark/protocol/verification'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'
import { isTextForm, useDraft } from '../data/draft.ts'
import { useSession, userOf } from '../data/session.ts'
import { usePhoneJudge } from '../identity/door.ts'
import { LinkButton } from '../parts/TextLink.tsx'
import { useTried } from '../parts/useTried.ts'
import { LevelView } from './LevelView.tsx'
import { SubmitPart } from './SubmitPart.tsx'
import { useFieldErrors } from './useFieldErrors.ts'
import { useSubmission } from './useSubmission.ts'
import { VerificationFrame } from './VerificationFrame.tsx'

const fields = ['home_address', 'work_address', 'relative_phone'] as const
const isForm = isTextForm(fields)
const addressLengthMax = 300
const phoneLengthMax = 40

/** The second level: where one lives and works, and a relative's phone. */
export function AdvancedScreen() {
  return (
    <VerificationFrame title="advancedCertification">
      {({ primary, advanced }) =>
        primary.state === 'approved' ? (
          <LevelView level={advanced} fields={fields}>
            <AdvancedForm key={advanced.decided} level={advanced} />
          </LevelView>
        ) : (
          <PrimaryFirst />
        )
      }
    </VerificationFrame>
  )
}

function PrimaryFirst() {
  const t = useTranslations('verification')
  const title = useTranslations('shell.title')
  return (
    <EmptyState
      drawing="shield"
      title={t('primaryFirst')}
      text={t('primaryFirstText')}
      action={
        <LinkButton kind="primary" to="/setting/authentication/primary-certification">
          {title('primaryCertification')}
        </LinkButton>
      }
    />
  )
}

function AdvancedForm({ level }: { level: LevelState }) {
  const t = useTranslations('verification')
  const first = {
    home_address: level.fields.home_address ?? '',
    work_address: level.fields.work_address ?? '',
    relative_phone: level.fields.relative_phone ?? '',
  }
  // what was rejected begins anew from what was rejected
  const [form, setForm, forget] = useDraft<AdvancedFields>(`advanced ${level.decided ?? ''}`, first, isForm)
  const submission = useSubmission(level.state === 'rejected', forget)
  const country = useSession((state) => userOf(state)?.country ?? '')
  const isPhone = usePhoneJudge()
  const faults = advancedFaults(form, (text) => isPhone(text, country))
  const { tried, onSubmit } = useTried(
    Object.keys(faults).length > 0,
    () => submission.submit({ body: { level: 'advanced', ...form }, photos: [] }),
    submission.busy,
  )
  const errorAt = useFieldErrors(tried ? faults : {}, level.faults)
  const put = (change: Partial<AdvancedFields>) => {
    setForm({ ...form, ...change })
    submission.forget()
  }

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {(['home_address', 'work_address'] as const).map((field) => (
        <TextInput
          key={field}
          label={t(`field.${field}`)}
          hint={t('hint.address')}
          autoComplete={field === 'home_address' ? 'street-address' : 'off'}
          maxLength={addressLengthMax}
          value={form[field]}
          error={errorAt(field, form[field])}
          onChange={(event) => put({ [field]: event.target.value })}
        />
      ))}
      <TextInput
        label={t('field.relative_phone')}
        hint={t('hint.relative_phone')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={phoneLengthMax}
        value={form.relative_phone}
        error={errorAt('relative_phone', form.relative_phone)}
        onChange={(event) => put({ relative_phone: event.target.value })}
      />
      <SubmitPart {...submission} />
    </form>
  )
}
