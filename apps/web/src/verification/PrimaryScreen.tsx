import type { LevelState } from '@truemark/protocol/routes/verification'
import { primaryFaults, type PrimaryFields } from '@truemark/protocol/verification'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { serverNow } from '@truemark/ui/device/serverTime'
import { isTextForm, useDraft } from '../data/draft.ts'
import { useSession, userOf } from '../data/session.ts'
import { CountryField } from '../identity/door.ts'
import { useTried } from '../parts/useTried.ts'
import { ImageField, PictureForm, type SmallImage } from '../wallet/door.ts'
import { LevelView } from './LevelView.tsx'
import { SubmitPart } from './SubmitPart.tsx'
import { useFieldErrors } from './useFieldErrors.ts'
import { useSubmission } from './useSubmission.ts'
import { VerificationFrame } from './VerificationFrame.tsx'

const fields = ['realName', 'document_number', 'birth_date', 'country'] as const
const isForm = isTextForm(fields)
const nameLengthMax = 100
const numberLengthMax = 60

/** The first level: who one is, by a document with its two photos. */
export function PrimaryScreen() {
  return (
    <VerificationFrame title="primaryCertification">
      {({ primary }) => (
        <LevelView level={primary} fields={fields}>
          <PrimaryForm key={primary.decided} level={primary} />
        </LevelView>
      )}
    </VerificationFrame>
  )
}

interface Photos {
  readonly front: SmallImage | null
  readonly back: SmallImage | null
}

function PrimaryForm({ level }: { level: LevelState }) {
  const residence = useSession((state) => userOf(state)?.country ?? '')
  const first = {
    realName: level.fields.realName ?? '',
    document_number: level.fields.document_number ?? '',
    birth_date: level.fields.birth_date ?? '',
    country: level.fields.country ?? residence,
  }
  // what was rejected begins anew from what was rejected
  const [form, setForm, forget] = useDraft<PrimaryFields>(`primary ${level.decided ?? ''}`, first, isForm)
  const [photos, setPhotos] = useState<Photos>({ front: null, back: null })
  const submission = useSubmission(level.state === 'rejected', forget)
  const sent = [photos.front, photos.back].filter((photo) => photo !== null)
  const faults = primaryFaults(form, sent.length, serverNow())
  const { tried, onSubmit } = useTried(
    Object.keys(faults).length > 0,
    () => submission.submit({ body: { level: 'primary', ...form }, photos: sent.map(({ blob }) => blob) }),
    submission.busy,
  )
  const errorAt = useFieldErrors(tried ? faults : {}, level.faults)
  const put = (change: Partial<PrimaryFields>) => {
    setForm({ ...form, ...change })
    submission.forget()
  }

  return (
    <PictureForm onSubmit={onSubmit} className="flex flex-col gap-4">
      {(waits) => (
        <>
          <PrimaryInputs form={form} errorAt={errorAt} onChange={put} />
          <PhotoFields
            photos={photos}
            errorAt={errorAt}
            disabled={submission.busy}
            onChange={(change) => {
              setPhotos((before) => ({ ...before, ...change }))
              submission.forget()
            }}
          />
          <SubmitPart {...submission} busy={submission.busy || waits} />
        </>
      )}
    </PictureForm>
  )
}

type ErrorAt = ReturnType<typeof useFieldErrors>

interface PrimaryInputsProps {
  form: PrimaryFields
  errorAt: ErrorAt
  onChange: (change: Partial<PrimaryFields>) => void
}

function PrimaryInputs({ form, errorAt, onChange }: PrimaryInputsProps) {
  const t = useTranslations('verification')
  return (
    <>
      <TextInput
        label={t('field.realName')}
        autoComplete="name"
        maxLength={nameLengthMax}
        value={form.realName}
        error={errorAt('realName', form.realName)}
        onChange={(event) => onChange({ realName: event.target.value })}
      />
      <TextInput
        label={t('field.document_number')}
        hint={t('hint.document_number')}
        autoComplete="off"
        maxLength={numberLengthMax}
        value={form.document_number}
        error={errorAt('document_number', form.document_number)}
        onChange={(event) => onChange({ document_number: event.target.value })}
      />
      <TextInput
        label={t('field.birth_date')}
        type="date"
        autoComplete="bday"
        value={form.birth_date}
        error={errorAt('birth_date', form.birth_date)}
        onChange={(event) => onChange({ birth_date: event.target.value })}
      />
      <CountryField
        label={t('field.country')}
        value={form.country}
        error={errorAt('country', form.country)}
        onValueChange={(country) => onChange({ country })}
      />
    </>
  )
}

interface PhotoFieldsProps {
  photos: Photos
  errorAt: ErrorAt
  disabled: boolean
  onChange: (change: Partial<Photos>) => void
}

function PhotoFields({ photos, errorAt, disabled, onChange }: PhotoFieldsProps) {
  const t = useTranslations('verification')
  return (
    <div className="grid gap-4 tablet:grid-cols-2">
      {(['front', 'back'] as const).map((side) => (
        <ImageField
          key={side}
          label={t(`field.${side}`)}
          hint={t('hint.photo')}
          preview={t('preview', { name: t(`field.${side}`) })}
          image={photos[side]}
          error={photos[side] === null ? errorAt(side) : undefined}
          disabled={disabled}
          onChange={(image) => onChange({ [side]: image })}
        />
      ))}
    </div>
  )
}
