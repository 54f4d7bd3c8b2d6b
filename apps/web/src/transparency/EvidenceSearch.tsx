import { Button } from '@truemark/ui/primitives/Button'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useNavigate } from '../parts/router/useRouter.ts'

const idShape = /^[A-Za-z0-9_-]{1,64}$/

/** Looks a settlement up by its number. */
export function EvidenceSearch({ initial = '' }: { initial?: string }) {
  const t = useTranslations('transparency.evidence')
  const navigate = useNavigate()
  const [text, setText] = useState(initial)
  const [tried, setTried] = useState(false)
  const id = text.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (idShape.test(id)) void navigate({ to: '/transparency/$part', params: { part: 'evidence' }, search: { id } })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3 tablet:flex-row tablet:items-start">
      <div className="min-w-0 flex-1">
        <TextInput
          label={t('number')}
          hint={t('numberHint')}
          value={text}
          autoComplete="off"
          maxLength={64}
          error={tried && !idShape.test(id) ? t('numberWrong') : undefined}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Button type="submit" className="tablet:mt-[1.6875rem]">
        {t('check')}
      </Button>
    </form>
  )
}
