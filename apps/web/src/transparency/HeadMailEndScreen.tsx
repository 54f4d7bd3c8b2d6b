import { useMutation } from '@tanstack/react-query'
import { headMailEnd } from '@truemark/protocol/routes/headMail'
import { Button, buttonClass } from '@truemark/ui/primitives/Button'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { call } from '../data/api.ts'
import { GuestFrame } from '../identity/door.ts'
import { useErrorText } from '../i18n/door.ts'
import { TransparencyTexts } from './texts.tsx'

/** Ends the mails with heads by the link of one: opening it is enough. Its token stands behind the #. */
export function HeadMailEndScreen() {
  return (
    <TransparencyTexts>
      <Ending />
    </TransparencyTexts>
  )
}

function Ending() {
  const t = useTranslations('transparency.headMail')
  const shell = useTranslations('shell.title')
  const errorText = useErrorText()
  const [token] = useState(() => location.hash.slice(1))
  const begun = useRef(false)
  const { mutate, ...end } = useMutation({ mutationFn: () => call(headMailEnd, { body: { token } }) })
  useEffect(() => {
    if (!begun.current) mutate()
    begun.current = true
  }, [mutate])
  return (
    <GuestFrame title={shell('headMailEnd')} text={end.isSuccess ? t('ended') : t('ending')}>
      {end.error !== null && (
        <>
          <p role="alert" className="rounded-control bg-danger-soft px-3.5 py-2.5 text-14 text-danger">
            {errorText(end.error)}
          </p>
          <Button kind="secondary" wide busy={end.isPending} onClick={() => mutate()}>
            {t('again')}
          </Button>
        </>
      )}
      {end.isSuccess && (
        <Link to="/transparency" replace className={buttonClass('secondary', false, true)}>
          {shell('transparency')}
        </Link>
      )}
    </GuestFrame>
  )
}
