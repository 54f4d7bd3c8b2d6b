import { useMutation } from '@tanstack/react-query'
import { Button } from '@truemark/ui/primitives/Button'
import { Field } from '@truemark/ui/primitives/Field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDateTime, useErrorText } from '../i18n/door.ts'
import { Block, Findings } from './Block.tsx'
import { type CheckedHead, checkHeads } from './headCheck.ts'
import { shownToday } from './shownToday.ts'
import { useWritten } from './useWritten.ts'

/** A whole mail at the most, with all its headers. */
const lengthMax = 100_000

/** Compares a head that somebody holds, on a mail or of a witness, with what the server shows today. */
export function HeadCheckBlock() {
  const t = useTranslations('transparency.headMail.check')
  const errorText = useErrorText()
  const [text, setText] = useState('')
  const check = useMutation({ mutationFn: () => checkHeads(text, shownToday) })
  const isNone = check.data?.length === 0
  return (
    <Block title={t('title')} text={t('text')}>
      <Field label={t('label')} error={isNone ? t('none') : check.error === null ? undefined : errorText(check.error)}>
        {(control) => (
          <textarea
            {...control}
            rows={4}
            value={text}
            maxLength={lengthMax}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setText(event.target.value)
              check.reset()
            }}
            className="figures min-h-28 w-full resize-y rounded-control bg-raised px-3.5 py-3 text-16 hairline outline-none focus:shadow-[inset_0_0_0_1.5px_var(--primary)] aria-invalid:shadow-[inset_0_0_0_1.5px_var(--danger)]"
          />
        )}
      </Field>
      <Button
        compact
        kind="secondary"
        className="self-start"
        busy={check.isPending}
        disabled={text.trim() === ''}
        onClick={() => check.mutate()}
      >
        {t('action')}
      </Button>
      {check.data?.map((head) => (
        <Checked key={`${head.said.time} ${head.said.journal.digest}`} head={head} />
      ))}
    </Block>
  )
}

function Checked({ head: { said, findings } }: { head: CheckedHead }) {
  const t = useTranslations('transparency.headMail.check')
  const proof = useTranslations('transparency.liabilities')
  const dateTime = useDateTime()
  const { figure } = useWritten()
  const values = {
    time: dateTime(said.time),
    row: figure(String(said.journal.seq)),
    size: figure(String(said.evidence.size)),
    epoch: figure(String(said.liabilities.epoch)),
  }
  const others = { signed: 'unsigned', row: 'rowOther', log: 'logOther', owed: 'owedOther' } as const
  return (
    <Findings
      findings={findings.map(({ name, holds }) => ({
        key: name,
        holds,
        text: holds === null ? proof('check.signatureUnknown') : t(holds ? name : others[name], values),
      }))}
    />
  )
}
