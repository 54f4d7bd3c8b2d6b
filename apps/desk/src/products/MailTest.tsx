import { useQuery } from '@tanstack/react-query'
import { type MailStanding, deskMail, deskMailProve, deskMailTest } from '@truemark/protocol/routes/deskMail'
import { Button } from '@truemark/ui/primitives/Button'
import { Card } from '@truemark/ui/primitives/Card'
import { CodeInput } from '@truemark/ui/primitives/CodeInput'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, useDeed } from '../deed/door.ts'
import { useDateTime } from '../i18n/door.ts'

const codeLength = 6

/** Whether mails arrive: a test is sent, and the code that it bears is typed. For administrators, who alone may ask. */
export function MailTest() {
  const t = useTranslations('desk.mail')
  const query = useQuery({ queryKey: ['mail'], queryFn: () => call(deskMail, {}), retry: false })
  if (query.data === undefined) return null
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-16 font-semibold">{t('title')}</h2>
      <Standing standing={query.data} />
      {query.data.configured && query.data.proven === null && <Test waiting={query.data.waiting} />}
    </Card>
  )
}

function Standing({ standing: { configured, proven } }: { standing: MailStanding }) {
  const t = useTranslations('desk.mail')
  const dateTime = useDateTime()
  return (
    <p className="text-14 text-pretty text-secondary">
      {!configured ? t('unset') : proven === null ? t('explained') : t('proven', { time: dateTime(proven) })}
    </p>
  )
}

function Test({ waiting }: { waiting: boolean }) {
  const t = useTranslations('desk.mail')
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const touches = ['mail', 'products']
  const test = useDeed({
    send: () => call(deskMailTest, { body: { email: email.trim() } }),
    touches,
    done: () => t('sent'),
  })
  const proof = useDeed({ send: () => call(deskMailProve, { body: { code } }), touches, done: () => t('done') })
  return (
    <div className="flex flex-col gap-3">
      <TextInput label={t('to')} inputMode="email" value={email} onChange={(event) => setEmail(event.target.value)} />
      <Button
        kind="secondary"
        busy={test.busy}
        disabled={email.trim() === ''}
        onClick={() => {
          if (!test.busy) void test.run(undefined)
        }}
      >
        {t('send')}
      </Button>
      <FailureNote text={test.failure} />
      {waiting && (
        <>
          <CodeInput label={t('code')} value={code} onValueChange={setCode} />
          <Button
            busy={proof.busy}
            disabled={code.length !== codeLength}
            onClick={() => {
              if (!proof.busy) void proof.run(undefined)
            }}
          >
            {t('prove')}
          </Button>
          <FailureNote text={proof.failure} />
        </>
      )}
    </div>
  )
}
